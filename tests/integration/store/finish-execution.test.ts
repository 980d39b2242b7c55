import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import type { AssistantParts } from '../../../context/message/trace-content.js';
import { findAskedAnswer } from '../../../store/execution/read-answer.js';
import { findTurn } from '../../../store/conversation/find-turn.js';
import type { FinishInput } from '../../../store/execution/finish-execution.js';
import { settleTurn } from '../../../store/execution/settle-turn.js';
import { insertModelCall } from '../../../store/calls/planned-calls.js';
import { executionWorkflowId, turnWorkflowId } from '../../../protocol/ids.js';
import {
  type TestConversation,
  accept,
  answer,
  begin,
  finish,
  FLOW,
  MANIFEST,
  MODEL,
  newConversation,
  rowId,
  rowsOf,
  say,
  SETTINGS,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();
const NO_TEXT = 'The model returned no text.';

describe('finishExecution', () => {
  test('P59: a completed turn -> exactly two rows with counts and execution, updated_at bumped, conversation free', async () => {
    const { conversation, workflowId } = await running();
    const before = (await rowsOf(store.db, conversation)).conversations[0]!;
    expect(await finish(store.db, workflowId, 'completed')).toMatchObject({
      status: 'completed',
      answer: 'Hello',
    });
    const { conversations, turns, messages } = await rowsOf(store.db, conversation);
    const executionId = await rowId(store.db, workflowId);
    expect(
      messages.map(({ role, content, token_count, seq, running_tokens, execution_id }) => ({
        role,
        content,
        token_count,
        seq,
        running_tokens,
        execution_id,
      })),
    ).toEqual([
      {
        role: 'user',
        content: 'text of t1',
        token_count: 10,
        seq: 1,
        running_tokens: 10,
        execution_id: executionId,
      },
      {
        role: 'assistant',
        content: 'Hello',
        token_count: 5,
        seq: 2,
        running_tokens: 15,
        execution_id: executionId,
      },
    ]);
    expect(turns).toMatchObject([{ status: 'completed', finished_at: expect.any(Date) as Date }]);
    expect(conversations).toMatchObject([{ active_execution_id: null, last_seq: 2, total_tokens: 15 }]);
    expect(conversations[0]!.updated_at.getTime()).toBeGreaterThan(before.updated_at.getTime());
  });

  test.each([
    { status: 'failed', content: undefined },
    { status: 'cancelled', content: [{ type: 'text' as const, text: ' \n' }] },
  ] as const)(
    'P61: a $status turn without text -> the user message stays, no answer, the next turn begins',
    async ({ status, content }) => {
      const { conversation, workflowId } = await running(content && [...content]);
      const why = { errorType: 'Model.Unavailable', errorMessage: 'It is unavailable' };
      expect(await finish(store.db, workflowId, status, why)).toMatchObject({ status, answer: null });
      const { conversations, messages } = await rowsOf(store.db, conversation);
      expect(messages.map(({ role, seq }) => [role, seq])).toEqual([['user', 1]]);
      expect(conversations).toMatchObject([{ active_execution_id: null, last_seq: 1 }]);
      expect(await findTurn(store.db, { conversationId: conversation.id, turnId: 't1' })).toEqual({
        answer: null,
        finish: null,
        joined: null,
        status,
        ...why,
      });
      await accept(store.db, conversation, ['t2']);
      expect(await begin(store.db, conversation, 't2')).toMatchObject({ kind: 'begun' });
    },
  );

  test('a canceled turn -> its text stays as a partial answer, not as an answer', async () => {
    const { conversation, workflowId } = await running();
    expect(await finish(store.db, workflowId, 'cancelled')).toMatchObject({
      status: 'cancelled',
      answer: null,
    });
    const { messages } = await rowsOf(store.db, conversation);
    expect(messages.map(({ role, seq, content }) => [role, seq, content])).toEqual([
      ['user', 1, 'text of t1'],
      ['assistant', 2, 'Hello'],
    ]);
    expect(await findAskedAnswer(store.db, workflowId)).toBeUndefined();
  });

  test('finished again, with another outcome -> the first outcome is returned', async () => {
    const { conversation, workflowId } = await running();
    await finish(store.db, workflowId, 'completed');
    const before = await rowsOf(store.db, conversation);
    expect(await finish(store.db, workflowId, 'cancelled')).toMatchObject({
      status: 'completed',
      answer: 'Hello',
    });
    expect(await rowsOf(store.db, conversation)).toEqual(before);
  });

  test('completed and cancelled at once -> one outcome for all', async () => {
    const { conversation, workflowId } = await running();
    const outcomes: FinishInput['status'][] = ['completed', 'cancelled', 'failed', 'completed'];
    const results = await Promise.all(outcomes.map((status) => finish(store.db, workflowId, status)));
    expect(new Set(results.map((result) => result.status)).size).toBe(1);
    expect(results.filter(({ ended }) => ended !== undefined)).toMatchObject([
      { ended: { workflowId, flow: FLOW, kind: 'turn', status: results[0]?.status } },
    ]);
    const { turns, messages } = await rowsOf(store.db, conversation);
    expect(turns[0]?.status).toBe(results[0]?.status);
    expect(messages).toHaveLength(results[0]?.status === 'failed' ? 1 : 2);
  });

  test.each([
    ['nothing', []],
    ['blanks', [{ type: 'text', text: ' \n ' }]],
    ['thoughts', [{ type: 'reasoning', text: 'hm' }]],
  ] as const)('D61: an answer of %s -> stored as empty, shown as a sentence', async (_name, content) => {
    const { workflowId } = await running([...content]);
    expect(await finish(store.db, workflowId, 'completed')).toMatchObject({ answer: NO_TEXT });
    expect((await findAskedAnswer(store.db, workflowId))?.text).toBe(NO_TEXT);
  });

  test('completed without an output of any node -> an empty message in the thread, shown as a sentence', async () => {
    const { conversation, workflowId } = await running([
      { type: 'tool-call', toolCallId: 'c1', toolName: 'calculate', input: {} },
    ]);
    expect(await finish(store.db, workflowId, 'completed')).toMatchObject({ answer: NO_TEXT });
    const { messages } = await rowsOf(store.db, conversation);
    expect(messages.map(({ content }) => content)).toEqual(['text of t1', '']);
  });

  test('several model calls -> their total usage, now and later; without calls: none', async () => {
    const { workflowId } = await running();
    await say(store.db, workflowId, { step: 2 });
    const usage = { inputTokens: 20, outputTokens: 10, cost: 0.000024 };
    for (const status of ['completed', 'failed'] as const)
      expect(await finish(store.db, workflowId, status)).toMatchObject({
        status: 'completed',
        answer: 'Hello',
        usage,
      });
    const unknown = await finish(store.db, `${workflowId}-unknown`, 'failed');
    expect(unknown.usage).toEqual({ inputTokens: 0, outputTokens: 0, cost: 0 });
  });

  test.each([
    ['cancelled', 'cancelled'],
    ['completed', 'failed'],
  ] as const)('an execution ends as %s -> its planned calls are %s', async (end, status) => {
    const { workflowId } = await running();
    const executionId = await rowId(store.db, workflowId);
    await insertModelCall(store.db, {
      executionId,
      step: 2,
      nodeId: 'agent',
      model: MODEL,
      manifest: MANIFEST,
    });
    await finish(store.db, workflowId, end);
    const calls = await store.db
      .selectFrom('model_call')
      .select(['step', 'status', sql<boolean>`finished_at is not null`.as('hasEnded')])
      .where('execution_id', '=', executionId)
      .orderBy('step')
      .execute();
    expect(calls).toEqual([
      { step: 1, status: 'completed', hasEnded: true },
      { step: 2, status, hasEnded: true },
    ]);
  });

  test('an execution outside a conversation -> its answer is its output', async () => {
    const workflowId = executionWorkflowId(FLOW, randomUUID());
    await beginExecution(store.db, { kind: 'plain', workflowId, flow: FLOW, user: null, text: 'Write it' });
    await say(store.db, workflowId, { content: [{ type: 'text', text: 'Written' }] });
    expect(await findAskedAnswer(store.db, workflowId)).toBeUndefined();
    await finish(store.db, workflowId, 'completed');
    expect((await findAskedAnswer(store.db, workflowId))?.text).toBe('Written');
    expect(await finish(store.db, workflowId, 'failed')).toMatchObject({
      status: 'completed',
      answer: 'Written',
    });
  });

  test('an execution that never began -> nothing to finish', async () => {
    const workflowId = turnWorkflowId(newConversation().id, 't1');
    expect(await finish(store.db, workflowId, 'cancelled')).toMatchObject({
      status: 'cancelled',
      answer: null,
    });
  });
});

async function placesOf(conversation: TestConversation): Promise<[string | null, number | null][]> {
  const { messages } = await rowsOf(store.db, conversation);
  return messages.map(({ content, seq }) => [content, seq]);
}

describe('settleTurn', () => {
  test('a turn cancelled in the queue -> its message joins the thread after the turns before it', async () => {
    const { conversation, workflowId } = await running();
    await accept(store.db, conversation, ['t2', 't3']);
    expect(await settle(conversation, 't3', 'cancelled')).toBe('cancelled');
    await finish(store.db, workflowId, 'completed');
    expect(await placesOf(conversation)).toEqual([
      ['text of t1', 1],
      ['Hello', 2],
      ['text of t2', null],
      ['text of t3', null],
    ]);
    await begin(store.db, conversation, 't2');
    await finish(store.db, turnWorkflowId(conversation.id, 't2'), 'failed');
    expect(await placesOf(conversation)).toEqual([
      ['text of t1', 1],
      ['Hello', 2],
      ['text of t2', 3],
      ['text of t3', 4],
    ]);
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ last_seq: 4, total_tokens: 35 }]);
    expect(turns.map((turn) => turn.status)).toEqual(['completed', 'failed', 'cancelled']);
  });

  test('turns cancelled after the running one, and one before them that failed at once -> places in order, running totals', async () => {
    const { conversation, workflowId } = await running();
    await accept(store.db, conversation, ['t2', { turnId: 'c', kind: 'clear' }, 't3', 't4']);
    for (const turnId of ['t3', 'c', 't2']) await settle(conversation, turnId, 'cancelled');
    await finish(store.db, workflowId, 'completed');
    const { messages } = await rowsOf(store.db, conversation);
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, null]);
    expect(messages.map(({ running_tokens: tokens }) => tokens)).toEqual([10, 15, 25, 35, null]);
  });

  test('a clear canceled in the queue -> ends without a message', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [{ turnId: 'c', kind: 'clear' }]);
    expect(await settle(conversation, 'c', 'cancelled')).toBe('cancelled');
    expect(await rowsOf(store.db, conversation)).toMatchObject({
      messages: [],
      turns: [{ status: 'cancelled' }],
    });
  });

  test('a turn whose execution was terminated -> both end, the conversation is free', async () => {
    const { conversation, workflowId } = await running();
    expect(await settle(conversation, 't1', 'failed')).toBe('failed');
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect([conversations[0]?.active_execution_id, turns[0]?.status]).toEqual([null, 'failed']);
    expect(await finish(store.db, workflowId, 'completed')).toMatchObject({ status: 'failed', answer: null });
  });

  test('an ended turn, settled again -> unchanged, and returns how it ended', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    const before = await rowsOf(store.db, conversation);
    for (const status of ['cancelled', 'failed', 'cancelled'] as const)
      expect(await settle(conversation, 't1', status)).toBe('completed');
    expect(await rowsOf(store.db, conversation)).toEqual(before);
  });

  test('settled several times at once -> one place in the thread', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const settled = await Promise.all([1, 2, 3].map(() => settleOnce(conversation, 't1', 'cancelled')));
    expect(settled.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect(settled.flatMap(({ ended }) => ended ?? [])).toMatchObject([
      { kind: 'turn', status: 'cancelled' },
    ]);
    expect((await rowsOf(store.db, conversation)).conversations[0]?.last_seq).toBe(1);
  });

  test('a turn that does not exist -> no change', async () => {
    expect(await settle(newConversation(), 't1', 'failed')).toBe('failed');
  });

  const settle = async (...turn: Parameters<typeof settleOnce>) => (await settleOnce(...turn)).status;

  function settleOnce(conversation: { id: string }, turnId: string, status: FinishInput['status']) {
    const { id: conversationId } = conversation;
    const executionId = turnWorkflowId(conversationId, turnId);
    return settleTurn(store.db, { ...SETTINGS, conversationId, executionId, turnId, status });
  }
});

async function running(content?: AssistantParts) {
  const conversation = newConversation();
  const workflowId = turnWorkflowId(conversation.id, 't1');
  await accept(store.db, conversation, ['t1']);
  await begin(store.db, conversation, 't1');
  await say(store.db, workflowId, content === undefined ? {} : { content });
  return { conversation, workflowId };
}
