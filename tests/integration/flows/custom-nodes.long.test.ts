import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { custom, manual, template, wait } from '../../../flow/kinds/node-kinds.js';
import { defineNode, type NodeContext } from '../../../extend/nodes/define-node.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

let calls: { config: unknown; context: NodeContext }[] = [];
let isAborted = false;

const echo = defineNode({
  kind: 'custom:echo',
  config: z.object({ text: z.string(), list: z.array(z.number()) }),
  execute(config, context) {
    calls.push({ config, context });
    return { ...config, seen: context.nodes };
  },
});
const flaky = defineNode({
  kind: 'custom:flaky',
  config: z.object({ failures: z.number(), isRetryable: z.boolean() }),
  execute({ failures, isRetryable }, context) {
    calls.push({ config: {}, context });
    if (calls.length <= failures)
      throw Object.assign(new Error(`no luck at try ${calls.length}`), { retryable: isRetryable });
    return `done at try ${calls.length}`;
  },
});
const strange = defineNode({
  kind: 'custom:strange',
  config: z.object({}),
  execute() {
    const cycle: Record<string, unknown> = { big: 12n, nothing: undefined, text: 'a\u0000b\ud800' };
    cycle['self'] = cycle;
    return cycle;
  },
});
const endless = defineNode({
  kind: 'custom:endless',
  config: z.object({}),
  execute: (_config, { abortSignal }) =>
    new Promise((_resolve, reject) => {
      calls.push({ config: {}, context: {} as NodeContext });
      abortSignal.addEventListener('abort', () => {
        isAborted = true;
        reject(new Error('aborted'));
      });
    }),
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'echo',
        name: 'Echo',
        nodes: {
          start: manual(),
          before: template({ template: { n: [1, 2] } }),
          own: custom('echo', { text: 'Hi {{ trigger.text }}', list: '{{ before.output.n }}' }),
        },
        edges: [
          ['start', 'before'],
          ['before', 'own'],
        ],
      }),
      defineFlow({
        slug: 'flaky',
        name: 'Flaky',
        nodes: {
          start: manual(),
          own: custom('flaky', {
            failures: '{{ trigger.data.failures }}',
            isRetryable: '{{ trigger.data.isRetryable }}',
          }),
          after: template({ template: '{{ own }}' }),
        },
        edges: [
          ['start', 'own'],
          ['own', 'after'],
        ],
      }),
      alone('strange'),
      alone('endless'),
      alone('unknown'),
      defineFlow({
        slug: 'beside',
        name: 'Beside',
        nodes: {
          start: manual(),
          own: custom('flaky', { failures: 9, isRetryable: false }),
          running: custom('endless', {}),
          waiting: wait({ seconds: 600 }),
        },
        edges: [
          ['start', 'running'],
          ['start', 'waiting'],
          ['start', 'own'],
        ],
      }),
    ],
    nodes: [echo, flaky, strange, endless],
  });
});
afterAll(() => system?.stop());
beforeEach(() => {
  calls = [];
  isAborted = false;
});

describe('a custom node', () => {
  test('templates in its configuration -> filled in and checked; its context names the execution and node', async () => {
    const { executionId, user } = await runFlow(system, { flow: 'echo', text: 'Ada', data: { a: 1 } });
    const [call] = calls;
    expect(call!.config).toEqual({ text: 'Hi Ada', list: [1, 2] });
    expect(call!.context).toMatchObject({
      nodes: { before: { output: { n: [1, 2] } } },
      trigger: { text: 'Ada', user, data: { a: 1 } },
      user,
      executionId,
      nodeId: 'own',
      idempotencyKey: `${executionId}/own`,
    });
    expect(call!.context).not.toHaveProperty('loop');
    expect((await outputsOf(system, executionId))['own']).toMatchObject({ text: 'Hi Ada', list: [1, 2] });
  });

  test('three failures -> retried each time, counted, the fourth try counts', async () => {
    const { executionId, nodes } = await runFlow(system, {
      flow: 'flaky',
      data: { failures: 3, isRetryable: true },
    });
    expect((await outputsOf(system, executionId))['own']).toBe('done at try 4');
    expect(nodes.find(({ nodeId }) => nodeId === 'own')!.failures).toBe(3);
    expect(new Set(calls.map(({ context }) => context.idempotencyKey)).size).toBe(1);
  });

  test.each([
    ['a fourth failure', true, 4],
    ['one that is not retryable', false, 1],
  ])(
    '%s -> the node fails permanently, and with it the execution, naming the node',
    async (_what, isRetryable, tries) => {
      const { status, errorType, errorMessage, nodes } = await runFlow(system, {
        flow: 'flaky',
        data: { failures: 9, isRetryable },
      });
      expect(calls).toHaveLength(tries);
      expect({ status, errorType }).toEqual({ status: 'failed', errorType: 'Node.Failed' });
      expect(errorMessage).toBe(`Node 'own' failed: no luck at try ${tries}`);
      expect(nodes.map(({ nodeId, status: ended, failures }) => [nodeId, ended, failures])).toEqual([
        ['own', 'failed', tries],
      ]);
    },
  );

  test('a configuration that does not fit -> the node fails at once, naming the field', async () => {
    const { errorMessage } = await runFlow(system, {
      flow: 'flaky',
      data: { failures: 'many', isRetryable: true },
    });
    expect(errorMessage).toMatch(/The configuration of node 'own' does not fit: failures /);
    expect(calls).toHaveLength(0);
  });

  test('a kind that no worker has -> the node fails after the bound, with the kind', async () => {
    const { errorMessage } = await runFlow(system, { flow: 'unknown' });
    expect(errorMessage).toMatch(
      /^Node 'own' failed: Node kind 'custom:unknown' is not registered on this worker. No other live worker has it/,
    );
  });

  test('P115: an output with a BigInt, a cycle and broken text -> its representation, the flow continues', async () => {
    const { executionId, status } = await runFlow(system, { flow: 'strange' });
    expect(status).toBe('completed');
    const { own } = await outputsOf(system, executionId);
    expect(own).toMatchObject({ big: '12', self: '[Circular]' });
  });

  test('cancelled meanwhile -> its signal aborts, its row and its execution are cancelled', async () => {
    const { executionId } = await system.client.executions.start({
      flow: 'endless',
      text: 'Go',
      user: 'ada',
    });
    await expect.poll(() => calls.length).toBe(1);
    await system.client.executions.cancel(executionId);
    await expect.poll(() => system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
    expect(isAborted).toBe(true);
    await system.client.executions.cancel(executionId);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
  });

  test('a failure beside a node that runs and one that waits -> both are stopped, all rows are final', async () => {
    const { status, errorMessage, nodes } = await runFlow(system, { flow: 'beside' });
    expect(status).toBe('failed');
    expect(errorMessage).toMatch(/^Node 'own' failed: no luck/);
    expect(isAborted).toBe(true);
    expect(nodes).toHaveLength(3);
    expect(nodes.every((node) => node.status === 'failed')).toBe(true);
  });
});

function alone(kind: string) {
  return defineFlow({
    slug: kind,
    name: kind,
    nodes: { start: manual(), own: custom(kind, {}), after: template({ template: 'x' }) },
    edges: [
      ['start', 'own'],
      ['own', 'after'],
    ],
  });
}
