import { describe, expect, test } from 'vitest';
import { closeConversation } from '../../../store/conversation/conversations.js';
import { readHistory } from '../../../store/conversation/read-history.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  answer,
  newConversation,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('readHistory', () => {
  test('a turn -> its messages, newest first, with their turn and execution', async () => {
    const conversation = newConversation();
    const executionId = await answer(store.db, conversation, 't1');
    expect(await read(conversation)).toEqual([
      {
        seq: 2,
        role: 'assistant',
        text: 'answer to t1',
        tokenCount: 12,
        turnId: 't1',
        executionId,
        joined: null,
        whileRunning: null,
        isPartial: false,
        finishReason: null,
        omitted: null,
        failure: null,
        createdAt: expect.any(Date) as Date,
      },
      {
        seq: 1,
        role: 'user',
        text: 'text of t1',
        tokenCount: 10,
        turnId: 't1',
        executionId,
        joined: null,
        whileRunning: null,
        isPartial: false,
        finishReason: null,
        omitted: null,
        failure: null,
        createdAt: expect.any(Date) as Date,
      },
    ]);
  });

  test('pages -> every message once, in order', async () => {
    const conversation = newConversation();
    for (let turn = 1; turn <= 5; turn += 1) await answer(store.db, conversation, `t${turn}`);
    const seqs: number[] = [];
    for (let before: number | undefined; ;) {
      const page = await read(conversation, { before, limit: 3 });
      if (page.length === 0) break;
      seqs.push(...page.map((message) => message.seq));
      before = page.at(-1)?.seq;
    }
    expect(seqs).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('a message that waits in the queue -> not included yet', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await accept(store.db, conversation, ['t2']);
    expect(await read(conversation)).toHaveLength(2);
  });

  test('no conversation, or a place before its first message -> no messages', async () => {
    const conversation = newConversation();
    expect(await read(conversation)).toEqual([]);
    await answer(store.db, conversation, 't1');
    expect(await read(conversation, { before: 1 })).toEqual([]);
  });

  test('a closed thread -> readable until the next message begins a new one', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await closeConversation(store.db, conversation.id);
    expect((await read(conversation)).map((message) => message.turnId)).toEqual(['t1', 't1']);
    await answer(store.db, conversation, 't2');
    expect((await read(conversation)).map((message) => message.turnId)).toEqual(['t2', 't2']);
  });

  test("P52: another user's conversation -> none of its messages", async () => {
    const [mine, other] = [newConversation(), newConversation()];
    await answer(store.db, other, 't1');
    await answer(store.db, mine, 't1', 'mine');
    expect((await read(mine)).map((message) => [message.text, message.executionId])).toEqual([
      ['mine', turnWorkflowId(mine.id, 't1')],
      ['text of t1', turnWorkflowId(mine.id, 't1')],
    ]);
  });

  function read(
    { id }: TestConversation,
    { before, limit = 50 }: { before?: number | undefined; limit?: number } = {},
  ) {
    return readHistory(store.db, { conversationId: id, before, limit });
  }
});
