import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { closeConversation } from '../../../store/conversation/conversations.js';
import { holdingPlaces } from '../../../store/read-user-limits.js';
import {
  accept,
  answer,
  changeBeforeWrite,
  counting,
  newConversation,
  rowsOf,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('acceptTurns in an idle conversation', () => {
  test('another message is stored between the read and the write -> both, in the order of their writes', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const result = await changeBeforeWrite(store.db, conversation, {
      work: () => accept(store.db, conversation, ['t2']),
      change: async (trx) => {
        const { id } = (await rowsOf(trx, conversation)).conversations[0]!;
        await sql`insert into turn (conversation_id, position, turn_id, kind, status) values (${id}, 2, 'other', 'clear', 'queued')`.execute(
          trx,
        );
        await sql`update conversation set last_position = 2 where id = ${id}`.execute(trx);
      },
    });
    expect(result).toMatchObject({ turns: [{ turnId: 't1' }, { turnId: 'other' }, { turnId: 't2' }] });
    const { turns, messages } = await rowsOf(store.db, conversation);
    expect(turns.map(({ turn_id: id, position }) => [position, id])).toEqual([
      [1, 't1'],
      [2, 'other'],
      [3, 't2'],
    ]);
    expect(messages.map(({ position }) => position)).toEqual([1, 3]);
  });

  test('the conversation is closed between the read and the write -> a new conversation has the message', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await changeBeforeWrite(store.db, conversation, {
      work: () => accept(store.db, conversation, ['t2']),
      change: (trx) => closeConversation(trx, conversation.id),
    });
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect(conversations).toHaveLength(2);
    expect(turns.map(({ turn_id, conversation_id }) => [turn_id, conversation_id])).toEqual([
      ['t1', conversations[0]?.id],
      ['t2', conversations[1]?.id],
    ]);
  });

  test('a turn begins between the read and the write -> its questions are read before the message is stored', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const { db, take } = counting(store.db);
    await changeBeforeWrite(store.db, conversation, {
      work: () => accept(db, conversation, ['t2']),
      change: (trx) =>
        sql`update conversation set active_execution_id = 0 where workflow_id = ${conversation.id}`.execute(
          trx,
        ),
    });
    expect(take()).toBe(6);
    const { turns } = await rowsOf(store.db, conversation);
    expect(turns.map(({ turn_id: id }) => id)).toEqual(['t1', 't2']);
  });

  test('the user reaches a limit between the read and the write -> over the limit', async () => {
    const conversation = newConversation();
    const { user } = conversation;
    await answer(store.db, conversation, 't1');
    const other = { user, id: `${conversation.id}/other` };
    await answer(store.db, other, 't1');
    const result = await changeBeforeWrite(store.db, conversation, {
      lock: sql`select ${holdingPlaces({ user, limit: 'turns' })}`,
      work: () => accept(store.db, conversation, ['t2'], { maxTurns: 1 }),
      change: (trx) =>
        sql`update turn set status = 'running'
        where conversation_id = (select id from conversation where workflow_id = ${other.id})`.execute(trx),
    });
    expect(result).toMatchObject({ turns: [], overLimit: ['t2'] });
  });
});
