import { describe, expect, test } from 'vitest';
import { loadExecution } from '../../../store/execution/load-execution.js';
import { loadMessageRange, loadWindow, readRunningTokens } from '../../../store/conversation/load-window.js';
import { clearConversation } from '../../../store/conversation/conversations.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  answer,
  begin,
  newConversation,
  rowsOf,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('clearConversation', () => {
  test('P62: a cleared thread -> nothing is deleted, the next turn sees nothing of it', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await clear(conversation, 'c1');
    const { conversations, turns, messages } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ cleared_through: 2, last_seq: 2 }]);
    expect(turns.map((turn) => turn.status)).toEqual(['completed', 'completed']);
    expect(messages).toHaveLength(2);
    await accept(store.db, conversation, ['t2']);
    await begin(store.db, conversation, 't2');
    const facts = await loadExecution(store.db, turnWorkflowId(conversation.id, 't2'));
    expect([facts.currentSeq, facts.clearedThrough]).toEqual([3, 2]);
    expect(await window(facts.conversationId!, { after: 2, current: 3 })).toHaveLength(1);
    expect(await readRunningTokens(store.db, { conversationId: facts.conversationId!, seq: 2 })).toBe(22);
  });

  test('processed twice, with a turn between -> the turn stays visible', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await clear(conversation, 'c1');
    await answer(store.db, conversation, 't2');
    await clearConversation(store.db, { workflowId: conversation.id, turnId: 'c1' });
    expect((await rowsOf(store.db, conversation)).conversations).toMatchObject([
      { cleared_through: 2, last_seq: 4 },
    ]);
  });

  test('cleared twice at once -> cleared once', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await Promise.all([clear(conversation, 'c1'), clear(conversation, 'c1')]);
    expect((await rowsOf(store.db, conversation)).turns.map((turn) => turn.turn_id)).toEqual(['t1', 'c1']);
  });

  test('a clear that does not exist, or an empty thread -> no change', async () => {
    const conversation = newConversation();
    await clearConversation(store.db, { workflowId: conversation.id, turnId: 'c1' });
    await clear(conversation, 'c2');
    expect((await rowsOf(store.db, conversation)).conversations).toMatchObject([{ cleared_through: 0 }]);
  });

  async function clear(conversation: TestConversation, turnId: string): Promise<void> {
    await accept(store.db, conversation, [{ turnId, kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: conversation.id, turnId });
  }
});

describe('loadWindow', () => {
  test('a long thread -> the newest before a place, newest first, with their running counts', async () => {
    const { conversation, id } = await threadOf(3);
    const rows = await window(id, { after: 0, current: 5, limit: 2 });
    expect(rows.map(({ seq, role }) => [seq, role])).toEqual([
      [5, 'user'],
      [4, 'assistant'],
      [3, 'user'],
    ]);
    const { messages } = await rowsOf(store.db, conversation);
    for (const row of rows) {
      const before = messages.filter((message) => message.seq! <= row.seq);
      expect(row.runningTokens).toBe(before.reduce((sum, message) => sum + message.token_count, 0));
    }
  });

  test('after a clear -> nothing from before it', async () => {
    const { id } = await threadOf(3);
    expect((await window(id, { after: 2, current: 5 })).map((row) => row.seq)).toEqual([5, 4, 3]);
  });

  test('messages that wait in the queue -> in no window and no thread', async () => {
    const { conversation, id } = await threadOf(1);
    await accept(store.db, conversation, ['later']);
    expect(await window(id, { after: 0, current: 2 })).toHaveLength(2);
    expect(await loadMessageRange(store.db, { conversationId: id, first: 1, last: 100 })).toEqual([
      { seq: 1, role: 'user', content: 'text of t1', tokens: 10, attachments: null },
      { seq: 2, role: 'assistant', content: 'answer to t1', tokens: 12, attachments: null },
    ]);
  });

  async function threadOf(turns: number) {
    const conversation = newConversation();
    for (let turn = 1; turn <= turns; turn += 1) await answer(store.db, conversation, `t${turn}`);
    return { conversation, id: (await rowsOf(store.db, conversation)).conversations[0]!.id };
  }
});

function window(conversationId: number, range: { after: number; current: number; limit?: number }) {
  return loadWindow(store.db, { conversationId, limit: 20, messageCharacters: 3_000, ...range });
}
