import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { wellFormed } from '../../../context/text/well-formed.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { TurnChange } from '../../../protocol/activities/conversation.js';
import { changeTurns } from '../../../store/conversation/change-turns.js';
import {
  accept,
  begin,
  changeBeforeWrite,
  finish,
  newConversation,
  rowsOf,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('a changed text', () => {
  test('of the first message -> its title, passages, standing requests and tokens follow the new text', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [message('t1', 'Always answer in metric units. How tall is Ada?')]);
    expect(await change(conversation, 't1', 'How old is Bo?')).toMatchObject({ changes: [{ turnId: 't1' }] });
    const { conversations, messages } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ title: 'How old is Bo?' }]);
    expect(messages).toMatchObject([{ content: 'How old is Bo?', token_count: 14 }]);
    const place = sql`conversation_id = ${conversations[0]!.id}`;
    const { rows } = await sql`
      select (select count(*)::integer from standing_statement where ${place}) as requests,
        (select sum(length(terms) / 4)::integer from passage where ${place}) as terms`.execute(store.db);
    expect(rows).toEqual([{ requests: 0, terms: 2 }]);
    await change(conversation, 't1', 'Always answer in feet.');
    const stated = await sql`select content from standing_statement where ${place}`.execute(store.db);
    expect(stated.rows).toEqual([{ content: 'Always answer in feet.' }]);
  });

  test('of a later message, or in a chat with a given title -> the title stays', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2']);
    await change(conversation, 't2', 'other');
    expect((await rowsOf(store.db, conversation)).conversations).toMatchObject([{ title: 'text of t1' }]);
    await sql`update conversation set title_origin = 'user' where workflow_id = ${conversation.id}`.execute(
      store.db,
    );
    await change(conversation, 't1', 'other');
    expect((await rowsOf(store.db, conversation)).conversations).toMatchObject([{ title: 'text of t1' }]);
  });

  test('many times -> only the hashes of the request, an earlier text and the newest text stay', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    for (const words of ['a', 'b', 'c', 'd']) await change(conversation, 't1', words);
    const { turns } = await rowsOf(store.db, conversation);
    expect(turns[0]?.content_hashes?.split(' ')).toHaveLength(3);
    const resend = (words: string) => accept(store.db, conversation, [message('t1', words)]);
    for (const [words, conflicts] of [
      ['text of t1', undefined],
      ['d', undefined],
      ['c', ['t1']],
    ] as const)
      expect(await resend(words)).toMatchObject({ conflicts });
  });

  test('a change repeated after newer ones, queued or begun -> changes nothing', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2']);
    const send = (updateId: string, change: Omit<TurnChange, 'turnId'>) =>
      accept(store.db, conversation, [], { changes: [{ turnId: 't2', updateId, ...change }] });
    const old = { text: 'old', whileRunning: 'interrupt' as const };
    await send('one', old);
    await send('two', { text: 'new', whileRunning: 'queue' });
    const rows = await rowsOf(store.db, conversation);
    expect(await send('one', old)).toMatchObject({ changes: [{ turnId: 't2' }] });
    expect(await rowsOf(store.db, conversation)).toEqual(rows);
    for (let count = 0; count < 20; count += 1) await send(`more ${count}`, { text: 'new' });
    expect((await rowsOf(store.db, conversation)).turns[1]?.change_ids).toHaveLength(8);
    await begin(store.db, conversation, 't2');
    expect(await send('more 19', old)).toMatchObject({ changes: [{ turnId: 't2' }] });
    expect(await send('late', old)).toMatchObject({ changes: [{ type: 'Turn.NotQueued' }] });
    await finish(store.db, turnWorkflowId(conversation.id, 't2'), 'failed');
  });

  test('between the read and the write of the turn that begins -> counted with its new tokens', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const conversationId = (await rowsOf(store.db, conversation)).conversations[0]!.id;
    const result = await changeBeforeWrite(store.db, conversation, {
      work: () => begin(store.db, conversation, 't1'),
      change: (trx) =>
        changeTurns(trx, {
          workflowId: conversation.id,
          conversationId,
          changes: [{ turnId: 't1', text: 'other' }],
          open: [],
          countTokens: (text) => text.length,
          clean: wellFormed,
        }),
    });
    expect(result).toMatchObject({ kind: 'begun', isNew: true });
    const { conversations, messages } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ total_tokens: 5 }]);
    expect(messages).toMatchObject([{ seq: 1, content: 'other', running_tokens: 5 }]);
    expect(await change(conversation, 't1', 'late')).toMatchObject({ changes: [{ type: 'Turn.NotQueued' }] });
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'failed');
  });
});

function message(turnId: string, text: string) {
  return { turnId, kind: 'message' as const, text };
}

function change(conversation: TestConversation, turnId: string, text: string) {
  return accept(store.db, conversation, [], { changes: [{ turnId, text }] });
}
