import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import type { FaultPoint } from '../../../activities/fault-points.js';
import { reconcileExecutions } from '../../../activities/ending/reconcile-executions.js';
import { approval, code, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { createDescribeWorkflow } from '../../../worker/describe-workflow.js';
import { childrenOf } from './fixtures/rows.js';
import {
  executionsUnder,
  openRows,
  openWorkflows,
  startTree,
  TREE_FLOWS,
  treeScript,
} from './fixtures/tree.js';

const small = defineFlow({
  slug: 'small',
  name: 'Small',
  nodes: { start: manual(), say: reply({ text: 'small' }) },
  edges: [['start', 'say']],
});
const around = defineFlow({
  slug: 'around',
  name: 'Around',
  nodes: { start: manual(), below: subflow({ flow: 'small' }) },
  edges: [['start', 'below']],
});
const asker = defineFlow({
  slug: 'asker',
  name: 'Asker',
  nodes: { start: manual(), ask: approval({ prompt: 'Now?' }) },
  edges: [['start', 'ask']],
});
const torn = defineFlow({
  slug: 'torn',
  name: 'Torn',
  nodes: {
    start: manual(),
    broken: code({ expression: 'null.member' }),
    ask: approval({ prompt: 'Now?' }),
    below: subflow({ flow: 'small' }),
  },
  edges: [
    ['start', 'broken'],
    ['start', 'ask'],
    ['start', 'below'],
  ],
});

const { script, gates } = treeScript();
let atPoint: ((point: FaultPoint) => Promise<void> | void) | undefined;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [...TREE_FLOWS, small, around, asker, torn],
    model: { script },
    onPoint: (point) => atPoint?.(point),
  });
});
afterEach(() => (atPoint = undefined));
afterAll(() => system?.stop());

describe('terminating an execution', () => {
  test('of a turn -> its rows are final at once, everything below it is canceled', async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.top).terminate();
    await stopped(tree.top);
    expect(await statusesUnder(tree.top)).toEqual(['failed', ...Array<string>(5).fill('cancelled')]);
    expect(await system.client.executions.get(tree.top)).toMatchObject({ errorType: 'Terminated' });
  });

  test('in the middle -> its parent fails with it and finishes its rows, everything below is canceled', async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.middle).terminate();
    await stopped(tree.top);
    expect(await statusesUnder(tree.top)).toEqual([
      'failed',
      'failed',
      ...Array<string>(4).fill('cancelled'),
    ]);
    expect((await system.client.executions.get(tree.top)).errorMessage).toContain(
      ' failed: The execution was terminated',
    );
  });

  test('a spawned one -> an error in its slot, no row stays open', async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.leaves[0]).terminate();
    await stopped(tree.leaves[0]);
    for (const gate of gates) gate.release();
    for (const executionId of [tree.deepest[1], tree.leaves[1], tree.top]) await answer(executionId);
    await handleOf(tree.top).result();
    expect((await childrenOf(system, tree.middle)).map(({ status }) => status)).toEqual([
      'failed',
      'completed',
    ]);
    expect(await openRows(system, tree.top)).toEqual([]);
  });

  test('its conversation -> everything below is canceled, rows final', async () => {
    const tree = await startTree(system, { gates });
    await handleOf(tree.conversationId).terminate();
    await stopped(tree.top);
    expect(await statusesUnder(tree.top)).toEqual(Array(6).fill('cancelled'));
  });

  test('a root without a client -> everything below is canceled, its own rows are reconciled', async () => {
    const { executionId } = await start('asker');
    await expect.poll(() => openRows(system, executionId)).toContain(`question of ${executionId}`);
    await handleOf(executionId).terminate();
    expect(await openRows(system, executionId)).not.toEqual([]);
    expect(await reconcile()).toEqual([executionId]);
    expect(await openRows(system, executionId)).toEqual([]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'failed',
      errorType: 'Execution.Ended',
    });
    expect(await reconcile()).toEqual([]);
  });
});

describe('reconcileExecutions', () => {
  test('a sub-execution that a living parent is about to start -> not canceled, and it runs', async () => {
    const held = holdAt('evaluateNode.after');
    const { executionId, result } = await start('around');
    await held.reached;
    expect(await statusesUnder(executionId)).toEqual(['running', 'pending']);
    expect(await reconcile()).toEqual([]);
    expect(await statusesUnder(executionId)).toEqual(['running', 'pending']);
    held.release();
    expect(await result()).toBe('small');
  });

  test('a sub-execution whose parent died before it started it -> cancelled', async () => {
    const held = holdAt('evaluateNode.after');
    const { executionId } = await start('around');
    await held.reached;
    await handleOf(executionId).terminate();
    expect(await reconcile()).toContain(executionId);
    held.release();
    expect(await statusesUnder(executionId)).toEqual(['failed', 'cancelled']);
    expect(await openRows(system, executionId)).toEqual([]);
  });
});

describe('what comes late', () => {
  test('P88: a sub-execution that ends after its parent -> its own rows stand, no error', async () => {
    const held = holdAt('finishExecution.before');
    const { executionId } = await start('around');
    await held.reached;
    await handleOf(executionId).terminate();
    expect(await reconcile()).toEqual([executionId]);
    held.release();
    await handleOf(`${executionId}/below/1`).result();
    expect(await statusesUnder(executionId)).toEqual(['failed', 'completed']);
    expect(await openRows(system, executionId)).toEqual([]);
  });

  test('a question asked after the execution has ended -> not opened', async () => {
    const held = holdAt('evaluateNode.before');
    const { executionId } = await start('asker');
    await held.reached;
    await handleOf(executionId).terminate();
    await reconcile();
    const seen = passes('evaluateNode.after');
    held.release();
    await seen;
    expect(await openRows(system, executionId)).toEqual([]);
  });

  test('nodes at work when another one fails -> no row of them stays open', async () => {
    let passed = 0;
    atPoint = async (point) => {
      if (point === 'evaluateNode.before' && ++passed > 1) await finished;
      if (point === 'finishExecution.after') setTimeout(finish, 50);
    };
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { executionId } = await start('torn');
    await handleOf(executionId)
      .result()
      .catch(() => undefined);
    await expect.poll(() => passed).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await statusesUnder(executionId)).toEqual(['failed']);
    expect(await openRows(system, executionId)).toEqual([]);
  });
});

function handleOf(workflowId: string) {
  return system.temporal.workflow.getHandle(workflowId);
}

function start(flow: string) {
  return system.client.executions.start({ flow, text: 'go', user: system.newUser() });
}

function reconcile(): Promise<string[]> {
  const describeWorkflow = createDescribeWorkflow(system.temporal);
  return reconcileExecutions({ db: system.db, describeWorkflow, warn: () => undefined });
}

async function answer(executionId: string): Promise<void> {
  await handleOf(executionId).executeUpdate('answer', { args: [{ answer: 'yes' }] });
}

async function statusesUnder(executionId: string): Promise<string[]> {
  return (await executionsUnder(system, executionId)).map(({ status }) => status);
}

async function stopped(executionId: string): Promise<void> {
  await expect
    .poll(
      async () => [...(await openWorkflows(system, executionId)), ...(await openRows(system, executionId))],
      {
        timeout: 5_000,
      },
    )
    .toEqual([]);
}

function holdAt(where: FaultPoint): { reached: Promise<void>; release: () => void } {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    let isFirst = true;
    atPoint = (point) => {
      if (point !== where || !isFirst) return;
      isFirst = false;
      resolve();
      return released;
    };
  });
  return { reached, release };
}

function passes(where: FaultPoint): Promise<void> {
  return new Promise((resolve) => {
    atPoint = (point) => void (point === where && resolve());
  });
}
