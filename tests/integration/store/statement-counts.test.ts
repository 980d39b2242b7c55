import { describe, expect, test } from 'vitest';
import { loadWindow } from '../../../store/conversation/load-window.js';
import { readHistory } from '../../../store/conversation/read-history.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  answer,
  begin,
  counting,
  finish,
  newConversation,
  rowsOf,
  say,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('statements of a turn', () => {
  test('the 2nd and the 40th turn of a thread -> the same number each, and no more than these', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 'first');
    const early = await costOf('early');
    for (let turn = 0; turn < 37; turn += 1) await answer(store.db, conversation, `t${turn}`);
    const late = await costOf('late');
    expect(late).toEqual(early);
    expect(early).toEqual({ accept: 2, begin: 2, finish: 3, window: 1, history: 1 });

    async function costOf(turnId: string) {
      const { db, take } = counting(store.db);
      const { id } = (await rowsOf(store.db, conversation)).conversations[0]!;
      const workflowId = turnWorkflowId(conversation.id, turnId);
      await accept(db, conversation, [turnId]);
      const acceptCount = take();
      await begin(db, conversation, turnId);
      const beginCount = take();
      await loadWindow(db, { conversationId: id, after: 0, current: 1, limit: 21, messageCharacters: 3_000 });
      const windowCount = take();
      await say(store.db, workflowId);
      await finish(db, workflowId, 'completed');
      const finishCount = take();
      await readHistory(db, { conversationId: conversation.id, before: undefined, limit: 50 });
      return {
        accept: acceptCount,
        begin: beginCount,
        finish: finishCount,
        window: windowCount,
        history: take(),
      };
    }
  });

  test('one message and a hundred at once -> stored with the same statements', async () => {
    const { db, take } = counting(store.db);
    const counts = [];
    for (const messages of [1, 100]) {
      const conversation = newConversation();
      await accept(
        db,
        conversation,
        Array.from({ length: messages }, (_, index) => `t${index}`),
      );
      counts.push(take());
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
