import { describe, expect, test } from 'vitest';
import { turnWorkflowId } from '../../../protocol/ids.js';
import { loadMessages } from '../../../store/conversation/load-messages.js';
import { loadStanding } from '../../../store/standing/load-standing.js';
import { loadSource } from '../../../store/summaries/summary-source.js';
import {
  accept,
  answer,
  begin,
  finish,
  newConversation,
  rowsOf,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();
const countTokens = (text: string): number => text.length;

describe('drops of acceptTurns', () => {
  test('a dropped message -> not indexed, summarized, read or a standing request; restored, it is all of these', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't0');
    const text = 'Always answer in penguins.';
    await accept(store.db, conversation, [{ turnId: 't1', kind: 'message', text }]);
    await begin(store.db, conversation, 't1');
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'failed');
    const [row] = (await rowsOf(store.db, conversation)).conversations;
    const conversationId = row!.id;
    const seen = async (): Promise<unknown> => ({
      passages: (
        await store.db
          .selectFrom('passage')
          .select('position')
          .where('conversation_id', '=', conversationId)
          .where('position', '=', 2)
          .execute()
      ).length,
      source: (await loadSource(store.db, { conversationId, after: 2, through: 3, tokens: 100 }))[0]?.content,
      read: (await loadMessages(store.db, { conversationId, first: 3, last: 3, characters: 100 }))[0]?.text,
      standing: (await loadStanding(store.db, { conversationId })).length,
    });
    const before = { passages: 1, source: text, read: text, standing: 1 };
    expect(await seen()).toEqual(before);
    const drop = (restore: boolean) =>
      accept(store.db, conversation, [], { drops: [{ turnId: 't1', restore }], countTokens });
    for (let times = 0; times < 2; times += 1)
      expect(await drop(false)).toMatchObject({ drops: [{ turnId: 't1' }] });
    const note = '[left out: dropped by the user]';
    expect(await seen()).toEqual({ passages: 0, source: note, read: note, standing: 0 });
    for (let times = 0; times < 2; times += 1) await drop(true);
    expect(await seen()).toEqual(before);
  });
});

describe('retries of acceptTurns', () => {
  test('the same turn by several at once, and stored twice -> one retry, in its place in the queue', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    await begin(store.db, conversation, 't1');
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'failed');
    const retry = (turnId: string) => ({ turnId, kind: 'message' as const, retryOf: 't1' });
    const first = await accept(store.db, conversation, ['t2', retry('r1'), retry('r2')]);
    expect(first).toMatchObject({
      turns: [{ turnId: 't2' }, { turnId: 'r1' }],
      joined: [{ messageId: 'r2', turnId: 'r1' }],
    });
    const again = await Promise.all(
      [1, 2, 3].map(() =>
        accept(store.db, conversation, [retry('r1'), retry('r3')], { waiting: ['t2', 'r1'] }),
      ),
    );
    for (const one of again)
      expect(one).toMatchObject({
        turns: [{ turnId: 'r1' }],
        joined: [{ messageId: 'r3', turnId: 'r1' }],
      });
    const { turns, messages } = await rowsOf(store.db, conversation);
    expect(turns.map(({ turn_id: id, retry_of: of }) => [id, of])).toEqual([
      ['t1', null],
      ['t2', null],
      ['r1', 1],
    ]);
    expect(messages.map(({ content, omitted }) => [content, omitted])).toEqual([
      ['text of t1', 'retried'],
      ['text of t2', null],
      ['text of t1', null],
    ]);
    expect(
      await accept(store.db, conversation, [{ ...retry('r4'), retryOf: 't2' }], { waiting: ['t2', 'r1'] }),
    ).toMatchObject({ turns: [], refused: [{ turnId: 'r4' }] });
  });
});
