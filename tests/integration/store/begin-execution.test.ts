import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { beginExecution } from '../../../store/execution/begin-execution.js';
import { loadExecution } from '../../../store/execution/load-execution.js';
import { closeConversation } from '../../../store/conversation/conversations.js';
import { settleTurn } from '../../../store/execution/settle-turn.js';
import { registerFlows } from '../../../store/flows/flows.js';
import { executionWorkflowId, turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  answer,
  begin,
  changeBeforeWrite,
  counting,
  finish,
  FLOW,
  newConversation,
  rowsOf,
  say,
  SETTINGS,
  useDatabase,
} from './fixtures/store-harness.js';

const store = useDatabase();

describe('beginExecution of a turn', () => {
  test('P50 P56: the first turn -> runs, and its message is the first of the thread', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    expect(await begin(store.db, conversation, 't1')).toEqual({
      kind: 'begun',
      flowSlug: FLOW,
      flowVersion: 1,
      triggerId: null,
      limitsCost: false,
      isNew: true,
    });
    expect(await begin(store.db, conversation, 't1')).toMatchObject({ kind: 'begun', isNew: false });
    const { conversations, turns, messages } = await rowsOf(store.db, conversation);
    const facts = await loadExecution(store.db, turnWorkflowId(conversation.id, 't1'));
    expect(facts).toMatchObject({
      conversationId: conversations[0]?.id,
      currentSeq: 1,
      clearedThrough: 0,
      userId: conversation.user,
      input: null,
    });
    expect(conversations).toMatchObject([{ active_execution_id: facts.id, last_seq: 1, total_tokens: 10 }]);
    expect(turns).toMatchObject([{ status: 'running' }]);
    expect(messages).toMatchObject([{ seq: 1, running_tokens: 10, execution_id: facts.id }]);
  });

  test('begun twice, also at once -> begun once', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const results = await Promise.all([1, 2, 3].map(() => begin(store.db, conversation, 't1')));
    const before = await rowsOf(store.db, conversation);
    results.push(await begin(store.db, conversation, 't1'));
    for (const result of results) expect(result).toMatchObject({ kind: 'begun', flowVersion: 1 });
    expect(await rowsOf(store.db, conversation)).toEqual(before);
    expect(before.conversations[0]?.last_seq).toBe(1);
  });

  test('T4: a second turn while the first runs -> waits for it, and changes nothing', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2']);
    const first = turnWorkflowId(conversation.id, 't1');
    await begin(store.db, conversation, 't1');
    const before = await rowsOf(store.db, conversation);
    expect(await begin(store.db, conversation, 't2')).toEqual({ kind: 'waits', activeWorkflowId: first });
    expect(await rowsOf(store.db, conversation)).toEqual(before);
    await finish(store.db, first, 'failed');
    expect(await begin(store.db, conversation, 't2')).toMatchObject({ kind: 'begun' });
  });

  test('T4: two turns at once -> one begins, one waits', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2']);
    const results = await Promise.all(['t1', 't2'].map((turnId) => begin(store.db, conversation, turnId)));
    expect(results.map((result) => result.kind).sort()).toEqual(['begun', 'waits']);
  });

  test('the turn is canceled between the read and the write -> ended, without an execution', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const result = await changeBeforeWrite(store.db, conversation, {
      work: () => begin(store.db, conversation, 't1'),
      change: (trx) =>
        sql`update turn set status = 'cancelled' where turn_id = 't1'
        and conversation_id = (select id from conversation where workflow_id = ${conversation.id})`.execute(
          trx,
        ),
    });
    expect(result).toEqual({ kind: 'ended', status: 'cancelled' });
    const { conversations, turns } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ active_execution_id: null, last_seq: 0 }]);
    expect(turns).toMatchObject([{ status: 'cancelled' }]);
  });

  test('a message is placed between the read and the write -> the turn gets the next place', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    await changeBeforeWrite(store.db, conversation, {
      work: () => begin(store.db, conversation, 't1'),
      change: (trx) =>
        sql`update conversation set last_seq = 1 where workflow_id = ${conversation.id}`.execute(trx),
    });
    const { messages } = await rowsOf(store.db, conversation);
    const { currentSeq } = await loadExecution(store.db, turnWorkflowId(conversation.id, 't1'));
    expect({ currentSeq, seq: messages[0]?.seq }).toEqual({ currentSeq: 2, seq: 2 });
  });

  test('a message is stored between the read and the write -> the turn begins in two statements', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    const { db, take } = counting(store.db);
    const result = await changeBeforeWrite(store.db, conversation, {
      work: () => begin(db, conversation, 't1'),
      change: (trx) =>
        sql`update conversation set last_position = 2 where workflow_id = ${conversation.id}`.execute(trx),
    });
    expect(result).toMatchObject({ kind: 'begun', isNew: true });
    expect(take()).toBe(2);
    const { conversations } = await rowsOf(store.db, conversation);
    expect(conversations).toMatchObject([{ last_position: 2, last_seq: 1 }]);
  });

  test('a turn begun later than it was accepted -> its message stands after the answers before it', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1', 't2']);
    const first = turnWorkflowId(conversation.id, 't1');
    await begin(store.db, conversation, 't1');
    await say(store.db, first);
    await finish(store.db, first, 'completed');
    await begin(store.db, conversation, 't2');
    const { messages } = await rowsOf(store.db, conversation);
    expect(messages.map(({ seq, role, running_tokens }) => [seq, role, running_tokens])).toEqual([
      [1, 'user', 10],
      [2, 'assistant', 15],
      [3, 'user', 25],
    ]);
  });

  test('a turn that was never accepted -> unknown, no rows', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, ['t1']);
    expect(await begin(store.db, conversation, 't2')).toEqual({ kind: 'unknown-turn' });
    await expect(loadExecution(store.db, turnWorkflowId(conversation.id, 't2'))).rejects.toThrow(
      'has no row',
    );
  });

  test("the turn of another user's conversation -> unknown", async () => {
    const [mine, other] = [newConversation(), newConversation()];
    await accept(store.db, other, ['t1']);
    expect(await begin(store.db, mine, 't1')).toEqual({ kind: 'unknown-turn' });
  });

  test.each(['completed', 'failed', 'cancelled'] as const)(
    'a turn that ran before and %s -> returns how it ended',
    async (status) => {
      const conversation = newConversation();
      const workflowId = turnWorkflowId(conversation.id, 't1');
      await accept(store.db, conversation, ['t1']);
      await begin(store.db, conversation, 't1');
      await say(store.db, workflowId);
      await finish(store.db, workflowId, status);
      expect(await begin(store.db, conversation, 't1')).toEqual({ kind: 'ended', status });
    },
  );

  test('a turn cancelled while it waited -> ended, without an execution', async () => {
    const conversation = newConversation();
    const executionId = turnWorkflowId(conversation.id, 't1');
    await accept(store.db, conversation, ['t1']);
    const input = { ...SETTINGS, conversationId: conversation.id, executionId, turnId: 't1' };
    await settleTurn(store.db, { ...input, status: 'cancelled' });
    expect(await begin(store.db, conversation, 't1')).toEqual({ kind: 'ended', status: 'cancelled' });
    await expect(loadExecution(store.db, executionId)).rejects.toThrow('has no row');
  });

  test('a turn of a conversation that was closed meanwhile -> still begins', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 't1');
    await accept(store.db, conversation, ['t2']);
    await closeConversation(store.db, conversation.id);
    expect(await begin(store.db, conversation, 't2')).toMatchObject({ kind: 'begun' });
  });
});

describe('beginExecution outside a conversation', () => {
  test('a text -> an execution that holds it', async () => {
    const workflowId = executionWorkflowId(FLOW, randomUUID());
    expect(await beginPlain(workflowId)).toMatchObject({ kind: 'begun', flowVersion: 1 });
    expect(await loadExecution(store.db, workflowId)).toMatchObject({
      conversationId: null,
      currentSeq: null,
      clearedThrough: null,
      input: 'Write it',
      userId: 'ada',
    });
  });

  test.each([1, 2, 3])('begun twice at once -> begun once (try %d)', async () => {
    const workflowId = executionWorkflowId(FLOW, randomUUID());
    const results = await Promise.all([1, 2, 3, 4].map(() => beginPlain(workflowId)));
    for (const result of results) expect(result).toMatchObject({ kind: 'begun', flowVersion: 1 });
  });

  test('begun again after a new version of its flow -> keeps the version it began with', async () => {
    const flow = { ...assistantFlow('offline:demo'), slug: 'pinned' };
    await registerFlows(store.db, [flow]);
    const workflowId = executionWorkflowId('pinned', randomUUID());
    await beginPlain(workflowId, 'pinned');
    await registerFlows(store.db, [{ ...flow, name: 'Changed' }]);
    expect(await beginPlain(workflowId, 'pinned')).toMatchObject({ flowVersion: 1 });
    expect(await beginPlain(`${workflowId}-next`, 'pinned')).toMatchObject({ flowVersion: 2 });
  });

  test('one that ran before -> returns how it ended', async () => {
    const workflowId = executionWorkflowId(FLOW, randomUUID());
    await beginPlain(workflowId);
    await finish(store.db, workflowId, 'cancelled');
    expect(await beginPlain(workflowId)).toEqual({ kind: 'ended', status: 'cancelled' });
  });

  test('an unknown flow -> no rows', async () => {
    const workflowId = executionWorkflowId('nobody', randomUUID());
    expect(await beginPlain(workflowId, 'nobody')).toEqual({ kind: 'unknown-flow' });
    await expect(loadExecution(store.db, workflowId)).rejects.toThrow('has no row');
  });

  function beginPlain(workflowId: string, flow = FLOW) {
    return beginExecution(store.db, { kind: 'plain', workflowId, flow, user: 'ada', text: 'Write it' });
  }
});
