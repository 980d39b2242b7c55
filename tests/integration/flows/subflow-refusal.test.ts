import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import type { LoopConfig } from '../../../flow/kinds/loop.js';
import type { SubflowConfig } from '../../../flow/kinds/subflow.js';
import {
  approval,
  chat,
  loop,
  manual,
  merge,
  reply,
  subflow,
  template,
} from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { nodesOf, outputsOf } from './fixtures/rows.js';

const pay = template({ template: 'paid {{ below.reason }}', missing: 'empty' });

function asking(slug: string, expiresSeconds?: number) {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      ask: approval({ prompt: 'Pay?', ...(expiresSeconds !== undefined && { expiresSeconds }) }),
      say: reply({ text: 'agreed' }),
    },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  });
}

function paying(slug: string, config: SubflowConfig) {
  return defineFlow({
    slug,
    name: slug,
    nodes: { start: manual(), below: subflow(config), pay, say: reply({ text: 'done' }) },
    edges: [
      ['start', 'below'],
      ['below', 'pay'],
      ['pay', 'say'],
    ],
  });
}

function payingEach(slug: string, config: Partial<LoopConfig>) {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', ...config }),
      below: subflow({ flow: 'asks' }),
      pay,
    },
    edges: [
      ['start', 'each'],
      ['each', 'below', { on: 'item' }],
      ['below', 'pay'],
      ['pay', 'each', { on: 'next' }],
    ],
  });
}

const flows = [
  asking('asks'),
  asking('asks-briefly', 1),
  paying('pays', { flow: 'asks' }),
  paying('pays-briefly', { flow: 'asks-briefly' }),
  paying('pays-deep', { flow: 'pays' }),
  paying('goes-on', { flow: 'asks', onCancelled: 'continue' }),
  payingEach('pays-each', { onError: 'stop' }),
  payingEach('pays-others', { onError: 'continue' }),
  payingEach('pays-at-once', { parallel: 3 }),
  defineFlow({
    slug: 'rescues-all',
    name: 'Rescues all',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', parallel: 3 }),
      below: subflow({ flow: 'asks' }),
      beside: approval({ prompt: 'This too?' }),
      pay,
      rescue: reply({ text: 'none: {{ each.error_code }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'below', { on: 'item' }],
      ['each', 'beside', { on: 'item' }],
      ['below', 'pay'],
      ['beside', 'pay'],
      ['pay', 'each', { on: 'next' }],
      ['each', 'rescue', { on: 'error' }],
    ],
  }),
  defineFlow({
    slug: 'pays-in-chat',
    name: 'Pays in a chat',
    nodes: { chat: chat(), below: subflow({ flow: 'asks' }), pay, say: reply({ text: 'done' }) },
    edges: [
      ['chat', 'below'],
      ['below', 'pay'],
      ['pay', 'say'],
    ],
  }),
  defineFlow({
    slug: 'pays-beside',
    name: 'Pays beside another branch',
    nodes: {
      start: manual(),
      below: subflow({ flow: 'asks' }),
      other: template({ template: 'other' }),
      join: merge(),
      pay,
    },
    edges: [
      ['start', 'below'],
      ['start', 'other'],
      ['below', 'join'],
      ['other', 'join'],
      ['join', 'pay'],
    ],
  }),
  defineFlow({
    slug: 'rescued',
    name: 'Rescued',
    nodes: {
      start: manual(),
      below: subflow({ flow: 'asks' }),
      pay,
      rescue: reply({ text: '{{ below.reason }}, {{ below.error_code }}: {{ below.error }}' }),
    },
    edges: [
      ['start', 'below'],
      ['below', 'pay'],
      ['below', 'rescue', { on: 'error' }],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows });
});
afterAll(() => system?.stop());

describe('an approval in a sub-execution', () => {
  test.each([
    ['pays', 'below'],
    ['pays-deep', 'below'],
    ['goes-on', 'below'],
    ['pays-beside', 'below'],
    ['pays-each', 'each'],
  ])('P82: %s, a person answers no -> node %s fails with it, no later node runs', async (flow, failed) => {
    const executionId = await start(flow);
    await answer(executionId, 'no');
    await expectRefused(executionId, { failed, errorType: 'Approval.Refused' });
  });

  test('P82: no answer in time -> the parent is expired, too', async () => {
    const executionId = await start('pays-briefly');
    await expectRefused(executionId, { failed: 'below', errorType: 'Approval.Expired' });
  });

  test('P82: a person answers yes -> the parent continues', async () => {
    const executionId = await start('pays-deep');
    await answer(executionId, 'yes');
    await ended(executionId);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'completed' });
    expect((await nodesOf(system, executionId)).map(({ nodeId }) => nodeId)).toContain('pay');
  });

  test('P82: a person answers no in a chat -> the turn ends as canceled, nothing is paid', async () => {
    const conversation = system.client.conversation({ flow: 'pays-in-chat', user: system.newUser() });
    const { executionId } = await conversation.submit('Go');
    await answer(executionId, 'no');
    await expectRefused(executionId, { failed: 'below', errorType: 'Approval.Refused' });
  });

  test('P82: a person refuses, an error edge -> its target receives who, why and the type', async () => {
    const executionId = await start('rescued');
    await answer(executionId, 'no');
    await ended(executionId);
    const view = await system.client.executions.get(executionId);
    expect(view).toMatchObject({
      status: 'completed',
      answer: "refused, Approval.Refused: The question of node 'ask' was not confirmed: cancelled",
    });
    expect(await paid(executionId)).toEqual([]);
  });

  test('P82 P98: a person answers no to each item of a loop that continues -> an error for each, nothing is paid', async () => {
    const executionId = await start('pays-others');
    for (let item = 0; item < 3; item += 1) await answer(executionId, 'no');
    await ended(executionId);
    const refused = {
      error: "The question of node 'ask' was not confirmed: cancelled",
      error_code: 'Approval.Refused',
      reason: 'refused',
    };
    expect((await outputsOf(system, executionId))['each']).toEqual({
      total: 3,
      results: [refused, refused, refused],
    });
    expect(await paid(executionId)).toEqual([]);
  });

  test('P82: a person answers no to one item of a parallel loop -> it ends for all, a later yes pays nothing', async () => {
    const executionId = await start('pays-at-once');
    await expect.poll(() => asked(executionId)).toHaveLength(3);
    const [first, second] = await asked(executionId);
    await system.client.executions.answer(first!, { nodeId: 'ask', answer: 'no' });
    await expectRefused(executionId, { failed: 'each', errorType: 'Approval.Refused' });
    const late = system.client.executions.answer(second!, { nodeId: 'ask', answer: 'yes' });
    await expect(late).rejects.toThrow();
    expect(await asked(executionId)).toEqual([]);
    expect(await paid(executionId)).toEqual([]);
  });

  test('P82: the same, an error edge of the loop -> its target runs, no question of the items stays open', async () => {
    const executionId = await start('rescues-all');
    await expect.poll(() => asked(executionId)).toHaveLength(6);
    const below = (await asked(executionId)).find((id) => id !== executionId);
    await system.client.executions.answer(below!, { nodeId: 'ask', answer: 'no' });
    await ended(executionId);
    const view = await system.client.executions.get(executionId);
    expect(view).toMatchObject({ status: 'completed', answer: 'none: Approval.Refused' });
    expect(await asked(executionId)).toEqual([]);
    expect(await paid(executionId)).toEqual([]);
  });

  test('P82: it is canceled by hand -> its node fails, and the parent with it', async () => {
    const executionId = await start('pays');
    await system.client.executions.cancel(await waiting(executionId));
    await ended(executionId);
    const view = await system.client.executions.get(executionId);
    expect(view).toMatchObject({ status: 'failed', errorType: 'Cancelled' });
    expect(await paid(executionId)).toEqual([]);
  });

  test('P82: it is canceled by hand, onCancelled continue -> the flow continues with the error', async () => {
    const executionId = await start('goes-on');
    await system.client.executions.cancel(await waiting(executionId));
    await ended(executionId);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'completed' });
    expect(await outputsOf(system, executionId)).toMatchObject({
      below: { error: 'Child execution was canceled', error_code: 'Cancelled', reason: 'cancelled' },
      pay: { output: 'paid cancelled' },
    });
  });
});

async function start(flow: string): Promise<string> {
  const data = { items: [1, 2, 3] };
  const { executionId } = await system.client.executions.start({
    flow,
    text: 'Go',
    data,
    user: system.newUser(),
  });
  return executionId;
}

async function waiting(executionId: string): Promise<string> {
  await expect.poll(() => asked(executionId)).not.toEqual([]);
  return (await asked(executionId))[0]!;
}

async function asked(executionId: string): Promise<string[]> {
  const rows = await system.db
    .selectFrom('approval')
    .innerJoin('execution', 'execution.id', 'approval.execution_id')
    .select('execution.workflow_id as id')
    .where('execution.workflow_id', 'like', `${executionId}%`)
    .where('approval.status', '=', 'open')
    .orderBy('execution.workflow_id')
    .execute();
  return rows.map(({ id }) => id);
}

async function answer(executionId: string, words: string): Promise<void> {
  const asking = await waiting(executionId);
  await system.client.executions.answer(asking, { nodeId: 'ask', answer: words });
}

async function ended(executionId: string): Promise<void> {
  await system.temporal.workflow
    .getHandle(executionId)
    .result()
    .catch(() => undefined);
}

async function expectRefused(
  executionId: string,
  { failed, errorType }: { failed: string; errorType: string },
): Promise<void> {
  await ended(executionId);
  const view = await system.client.executions.get(executionId);
  expect(view).toMatchObject({ status: 'cancelled', errorType });
  const nodes = await nodesOf(system, executionId);
  expect(nodes.find(({ nodeId }) => nodeId === failed)).toMatchObject({ status: 'failed', errorType });
  expect(await paid(executionId)).toEqual([]);
}

async function paid(executionId: string): Promise<unknown[]> {
  return system.db
    .selectFrom('node_output')
    .innerJoin('execution', 'execution.id', 'node_output.execution_id')
    .select('execution.workflow_id')
    .where('execution.workflow_id', 'like', `${executionId}%`)
    .where('node_output.node_id', '=', 'pay')
    .execute();
}
