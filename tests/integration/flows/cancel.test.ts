import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { manual, reply } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { payloadTexts } from '../../../packages/testing/history-summary.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { childrenOf } from './fixtures/rows.js';
import {
  executionsUnder,
  openRows,
  openWorkflows,
  startTree,
  TREE_FLOWS,
  treeScript,
  type RunningTree,
} from './fixtures/tree.js';

const brief = defineFlow({
  slug: 'brief',
  name: 'Brief',
  nodes: { start: manual(), say: reply({ text: 'done' }) },
  edges: [['start', 'say']],
});

const { script, gates } = treeScript();
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [...TREE_FLOWS, brief],
    model: { script },
  });
});
afterAll(() => system?.stop());

describe('canceling an execution with executions below it', () => {
  test.each<[string, (tree: RunningTree) => Promise<unknown>]>([
    ['by the client, the execution', ({ top }) => system.client.executions.cancel(top)],
    ['by the client, the conversation', (tree) => conversationOf(tree).executeUpdate('cancelTurn')],
    ['in Temporal, the conversation', (tree) => conversationOf(tree).cancel()],
    ['in Temporal, the root execution', ({ top }) => handleOf(top).cancel()],
  ])('%s -> everything stops, rows final', async (_how, cancel) => {
    const tree = await startTree(system, { gates });
    await cancel(tree);
    await stopped(tree.top);
    expect(socketsOpen()).toBe(0);
    const executions = await executionsUnder(system, tree.top);
    expect(executions.map(({ status }) => status)).toEqual(Array(6).fill('cancelled'));
    for (const { executionId } of executions) {
      expect((await handleOf(executionId).describe()).status.name).toBe('CANCELLED');
      expect(await finishes(executionId)).toBe(1);
    }
    expect(await turnStatus(tree)).toBe('cancelled');
  });

  test('P82: one in the middle, in Temporal -> its node fails, the parent with it, and everything beside it stops', async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.middle).cancel();
    await stopped(tree.top);
    expect(socketsOpen()).toBe(0);
    expect(await system.client.executions.get(tree.top)).toMatchObject({
      status: 'failed',
      errorType: 'Cancelled',
    });
    expect(await turnStatus(tree)).toBe('failed');
    expect(await openRows(system, tree.top)).toEqual([]);
  });

  test('P82: one of two spawned executions is canceled -> an error in its slot, the other is unchanged', async () => {
    const tree = await startTree(system, { gates });
    await system.client.executions.cancel(tree.leaves[0]);
    await stopped(tree.leaves[0]);
    for (const gate of gates) gate.release();
    await answer(tree.deepest[1]);
    await answer(tree.leaves[1]);
    await answer(tree.top);
    await handleOf(tree.top).result();
    expect((await childrenOf(system, tree.middle)).map(({ status }) => status)).toEqual([
      'cancelled',
      'completed',
    ]);
    const results = await spawnResults(tree.middle);
    expect(results[0]).toEqual({
      error: 'Child execution was canceled',
      error_code: 'Cancelled',
      reason: 'cancelled',
    });
    expect(JSON.stringify(results[1])).toContain('the beginning and the end');
    expect(await openRows(system, tree.top)).toEqual([]);
  });

  test("P82: one at the bottom -> its parent fails, with an error in the parent's slot; the levels above continue", async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.deepest[0]).cancel();
    await stopped(tree.deepest[0]);
    for (const gate of gates) gate.release();
    for (const executionId of [tree.deepest[1], tree.leaves[1], tree.top]) await answer(executionId);
    await handleOf(tree.top).result();
    const results = await spawnResults(tree.middle);
    expect(JSON.stringify(results[0])).toContain('Child execution was canceled');
    expect(JSON.stringify(results[1])).toContain('the beginning and the end');
    const statuses = (await executionsUnder(system, tree.top)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([
      'cancelled',
      'completed',
      'completed',
      'completed',
      'completed',
      'failed',
    ]);
  });

  test('P116: one that has completed -> unchanged, no error', async () => {
    const { executionId, result } = await system.client.executions.start({ flow: 'brief', text: 'go' });
    await result();
    const before = await system.client.executions.get(executionId);
    await system.client.executions.cancel(executionId);
    await handleOf(executionId)
      .cancel()
      .catch(() => undefined);
    expect(await system.client.executions.get(executionId)).toEqual(before);
  });
});

function handleOf(workflowId: string) {
  return system.temporal.workflow.getHandle(workflowId);
}

function conversationOf({ conversationId }: RunningTree) {
  return handleOf(conversationId);
}

async function stopped(executionId: string): Promise<void> {
  await expect
    .poll(async () => [
      ...(await openWorkflows(system, executionId)),
      ...(await openRows(system, executionId)),
    ])
    .toEqual([]);
}

function socketsOpen(): number {
  const streams = system.model.requests.filter(({ body }) =>
    JSON.stringify(body).includes('You are speaker.'),
  );
  return streams.slice(-2).filter(({ closedByClientAt }) => closedByClientAt === undefined).length;
}

async function finishes(executionId: string): Promise<number> {
  const texts = await payloadTexts(handleOf(executionId));
  return texts.filter((text) => text.includes('"activity_type":"finishExecution"')).length;
}

async function answer(executionId: string): Promise<void> {
  await handleOf(executionId).executeUpdate('answer', { args: [{ answer: 'yes' }] });
}

async function turnStatus({ conversationId, turnId }: RunningTree): Promise<string> {
  const row = await system.db
    .selectFrom('turn')
    .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
    .select('turn.status')
    .where('conversation.workflow_id', '=', conversationId)
    .where('turn.turn_id', '=', turnId)
    .executeTakeFirstOrThrow();
  return row.status;
}

async function spawnResults(executionId: string): Promise<unknown[]> {
  const row = await system.db
    .selectFrom('trace_message')
    .innerJoin('execution', 'execution.id', 'trace_message.execution_id')
    .select('content')
    .where('execution.workflow_id', '=', executionId)
    .where('ordinal', '>', 0)
    .executeTakeFirstOrThrow();
  const part = row.content.find(({ type }) => type === 'tool-result') as unknown as {
    output: { value: unknown[] };
  };
  return part.output.value;
}
