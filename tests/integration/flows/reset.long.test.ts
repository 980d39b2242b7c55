import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { code, loop, manual, reply, subflow, wait } from '../../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { reset } from '../fixtures/histories.js';
import { childrenOf, nodesOf } from './fixtures/rows.js';

const flows = [
  defineFlow({
    slug: 'inner',
    name: 'Inner',
    nodes: { start: manual(), pause: wait({ seconds: 1 }), say: reply({ text: 'inner' }) },
    edges: [
      ['start', 'pause'],
      ['pause', 'say'],
    ],
  }),
  defineFlow({
    slug: 'outer',
    name: 'Outer',
    nodes: {
      start: manual(),
      below: subflow({ flow: 'inner' }),
      say: reply({ text: 'got {{ below.output }}' }),
    },
    edges: [
      ['start', 'below'],
      ['below', 'say'],
    ],
  }),
  defineFlow({
    slug: 'slow-loop',
    name: 'Slow loop',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ [1, 2, 3] }}', delaySeconds: 1 }),
      twice: code({ expression: 'loop.item * 2' }),
      say: reply({ text: '{{ each.results | join(", ") }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'twice', { on: 'item' }],
      ['twice', 'each', { on: 'next' }],
      ['each', 'say'],
    ],
  }),
];

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows });
});
afterAll(() => system?.stop());

describe('an execution that is reset', () => {
  test('to before its sub-execution began, when that has ended -> the same result, no duplicate rows', async () => {
    const { executionId, result } = await start('outer');
    expect(await result()).toBe('got inner');
    const before = await rowsOf(executionId);
    await reset(system.temporal, executionId);
    await system.temporal.workflow.getHandle(executionId).result();
    expect(await rowsOf(executionId)).toEqual(before);
  });

  test('to before its sub-execution began, while that runs -> the same result, no duplicate rows', async () => {
    const { executionId } = await start('outer');
    await expect
      .poll(async () => (await childrenOf(system, executionId))[0]?.status, { interval: 20 })
      .toBe('running');
    await reset(system.temporal, executionId);
    expect(await system.temporal.workflow.getHandle(executionId).result()).toMatchObject({
      preview: 'got inner',
    });
    expect(await childrenOf(system, executionId)).toMatchObject([{ status: 'completed' }]);
    expect((await nodesOf(system, executionId)).map(({ nodeId }) => nodeId)).toEqual(['below', 'say']);
  });
});

describe('a worker that is gone', () => {
  test('in the middle of a loop -> another one replays and continues with the next item', async () => {
    const other = await startTestSystem(inject('environment'), { flows, withoutWorker: true });
    try {
      const first = await other.startWorker();
      const { executionId, result } = await other.client.executions.start({ flow: 'slow-loop', text: 'go' });
      await expect
        .poll(async () => (await nodesOf(other, executionId)).map(({ iteration }) => iteration), {
          interval: 20,
        })
        .toEqual(['', '0']);
      await first.shutdown();
      await other.startWorker();
      expect(await result()).toBe('2, 4, 6');
      expect((await nodesOf(other, executionId)).map(({ iteration }) => iteration)).toEqual([
        '',
        '0',
        '1',
        '2',
        '',
      ]);
    } finally {
      await other.stop();
    }
  });
});

function start(flow: string) {
  return system.client.executions.start({ flow, text: 'go', user: system.newUser() });
}

async function rowsOf(executionId: string) {
  return { nodes: await nodesOf(system, executionId), children: await childrenOf(system, executionId) };
}
