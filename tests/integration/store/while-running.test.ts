import { describe, expect, test } from 'vitest';
import type { NewTurn } from '../../../protocol/activities/conversation.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import { joinMessages, loadJoiningMessages } from '../../../store/conversation/joining-turns.js';
import { countTurnsAhead, findTurn } from '../../../store/conversation/find-turn.js';
import { settleTurn } from '../../../store/execution/settle-turn.js';
import {
  accept,
  begin,
  finish,
  newConversation,
  rowId,
  rowsOf,
  say,
  SETTINGS,
  useDatabase,
  type TestConversation,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('messages that interrupt', () => {
  test('taken up again -> the running turn, then interrupting ones, then the others, as counted', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [
      't1',
      't2',
      message('i3', 'interrupt'),
      't4',
      message('i5', 'interrupt'),
    ]);
    await begin(store.db, conversation, 't1');
    const result = await accept(store.db, conversation, ['t6']);
    const order = ['t1', 'i3', 'i5', 't2', 't4', 't6'];
    expect(result).toMatchObject({ turns: order.map((turnId) => ({ turnId })) });
    const ahead = order.map((turnId) =>
      countTurnsAhead(store.db, { conversationId: conversation.id, turnId }),
    );
    expect(await Promise.all(ahead)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('others are canceled in the queue meanwhile -> they get their places in the order of the answers', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2', 't3', message('i4', 'interrupt')]);
    await cancel(conversation, 't2');
    await begin(store.db, conversation, 't1');
    await finish(store.db, turnWorkflowId(conversation.id, 't1'), 'cancelled');
    await begin(store.db, conversation, 'i4');
    await cancel(conversation, 't3');
    await say(store.db, turnWorkflowId(conversation.id, 'i4'));
    await finish(store.db, turnWorkflowId(conversation.id, 'i4'), 'completed');
    expect(await thread(conversation)).toEqual([
      ...['text of t1', 'text of i4', 'Hello', 'text of t2', 'text of t3'],
    ]);
  });
});

describe('messages that steer', () => {
  test('one joins and one was canceled -> none joins with a plan that has both; then the one, as a part of its turn', async () => {
    const conversation = newConversation();
    const steers = ['s2', 's3'].map((turnId) => message(turnId, 'steer'));
    await accept(store.db, conversation, ['t1', ...steers, message('x'.repeat(60), 'steer')]);
    await begin(store.db, conversation, 't1');
    const workflowId = turnWorkflowId(conversation.id, 't1');
    const executionId = await rowId(store.db, workflowId);
    const conversationId = (await rowsOf(store.db, conversation)).conversations[0]!.id;
    const place = { conversationId, position: 1 };
    expect(await loadJoiningMessages(store.db, place)).toHaveLength(3);
    await cancel(conversation, 's3');
    const join = (positions: number[]) =>
      store.db
        .transaction()
        .execute((trx) => joinMessages(trx, { ...place, executionId, step: 2, messages: toRead(positions) }));
    expect(await join([2, 3])).toBe(false);
    expect(await join([2])).toBe(true);
    expect(await join([2])).toBe(false);
    expect(await loadJoiningMessages(store.db, place)).toMatchObject([
      { turnId: 's2', content: 'text of s2', joinedStep: 2 },
      { joinedStep: null },
    ]);
    const found = () => findTurn(store.db, { conversationId: conversation.id, turnId: 's2' });
    expect(await found()).toMatchObject({ status: 'running', joined: { turnId: 't1', step: 2 } });
    await say(store.db, workflowId);
    await finish(store.db, workflowId, 'completed');
    expect(await found()).toMatchObject({ status: 'completed', answer: 'Hello' });
    expect(await thread(conversation)).toEqual(['text of t1', 'text of s2', 'Hello', 'text of s3']);
    expect(await accept(store.db, conversation, [message('s2', 'steer')])).toMatchObject({
      turns: [{ turnId: 'x'.repeat(60), status: 'queued' }],
      joined: [{ messageId: 's2', turnId: 't1', ended: 'completed' }],
    });
  });

  test('changed to steer and joined, then the change is stored again -> accepted, as a part of its turn', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 's2']);
    await begin(store.db, conversation, 't1');
    const executionId = await rowId(store.db, turnWorkflowId(conversation.id, 't1'));
    const conversationId = (await rowsOf(store.db, conversation)).conversations[0]!.id;
    const change = (whileRunning: 'queue' | 'steer') =>
      accept(store.db, conversation, [], {
        changes: [{ turnId: 's2', whileRunning }],
        waiting: ['t1', 's2'],
      });
    expect(await change('steer')).toMatchObject({
      changes: [{ turnId: 's2' }],
      turns: [{ turnId: 't1' }, { turnId: 's2', whileRunning: 'steer' }],
      joined: [],
    });
    const joining = { conversationId, position: 1, executionId, step: 2, messages: toRead([2]) };
    await store.db.transaction().execute((trx) => joinMessages(trx, joining));
    expect(await change('steer')).toMatchObject({
      changes: [{ turnId: 's2' }],
      turns: [{ turnId: 't1' }],
      joined: [{ messageId: 's2', turnId: 't1' }],
    });
    expect(await change('queue')).toMatchObject({ changes: [{ type: 'Turn.NotQueued' }] });
  });

  test('the text changes after a call read it -> does not join that call, joins the next one with the new text', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', message('s2', 'steer')]);
    await begin(store.db, conversation, 't1');
    const executionId = await rowId(store.db, turnWorkflowId(conversation.id, 't1'));
    const conversationId = (await rowsOf(store.db, conversation)).conversations[0]!.id;
    const join = (content: string) => {
      const joining = {
        conversationId,
        position: 1,
        executionId,
        step: 2,
        messages: [{ position: 2, content }],
      };
      return store.db.transaction().execute((trx) => joinMessages(trx, joining));
    };
    await accept(store.db, conversation, [], {
      changes: [{ turnId: 's2', text: 'new text' }],
      waiting: ['t1', 's2'],
    });
    expect(await join('text of s2')).toBe(false);
    expect(await join('new text')).toBe(true);
  });
});

function toRead(positions: readonly number[]) {
  return positions.map((position) => ({ position, content: `text of s${position}` }));
}

function message(turnId: string, whileRunning: QueueJump): NewTurn {
  return { turnId, kind: 'message', text: `text of ${turnId}`, whileRunning };
}

function cancel(conversation: TestConversation, turnId: string) {
  return settleTurn(store.db, {
    ...SETTINGS,
    conversationId: conversation.id,
    executionId: turnWorkflowId(conversation.id, turnId),
    turnId,
    status: 'cancelled',
  });
}

async function thread(conversation: TestConversation): Promise<string[]> {
  const { messages } = await rowsOf(store.db, conversation);
  return messages
    .filter(({ seq }) => seq !== null)
    .sort((one, other) => (one.seq ?? 0) - (other.seq ?? 0))
    .map(({ content }) => content);
}
