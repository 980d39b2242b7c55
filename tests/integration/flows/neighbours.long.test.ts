import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { code, filter, loop, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';

const ITEMS = 60;
const MORE_THAN_THREADS = availableParallelism() + 2;
const greedy = defineFlow({
  slug: 'greedy',
  name: 'Greedy',
  nodes: {
    start: manual(),
    items: loop({ over: '{{ range(trigger.data.items) }}', parallel: 16, onError: 'continue' }),
    spin: code({ expression: 'while (true) {} return 1' }),
    say: reply({ text: 'done' }),
  },
  edges: [
    ['start', 'items'],
    ['items', 'spin', { on: 'item' }],
    ['spin', 'items', { on: 'next' }],
    ['items', 'say'],
  ],
});
const sum = defineFlow({
  slug: 'sum',
  name: 'Sum',
  nodes: { start: manual(), sum: code({ expression: '1 + 1' }), say: reply({ text: '{{ sum.output }}' }) },
  edges: [
    ['start', 'sum'],
    ['sum', 'say'],
  ],
});
const sifting = defineFlow({
  slug: 'sifting',
  name: 'Sifting',
  nodes: {
    start: manual(),
    texts: code({
      expression:
        "const text = Array.from({ length: 9e3 }, (_, n) => 'xy'[(n * 7919) % 104729 % 2]).join(''); return Array(400).fill({ text })",
    }),
    sift: filter({
      over: '{{ texts.output }}',
      conditions: [{ field: 'text', operator: 'matches_regex', value: 'x[xy]{300}[^xy]' }],
    }),
    say: reply({ text: 'done' }),
  },
  edges: [
    ['start', 'texts'],
    ['texts', 'sift'],
    ['sift', 'say'],
  ],
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [greedy, sum, sifting] });
});
afterAll(() => system?.stop());

describe('a flow whose code takes all the time that it may', () => {
  test("60 items at once -> another user's code runs meanwhile, and a cancellation removes them from the queue", async () => {
    const { executions } = system.client;
    const { executionId } = await executions.start({
      flow: 'greedy',
      text: 'Go',
      user: system.newUser(),
      data: { items: ITEMS },
    });
    const handle = system.temporal.workflow.getHandle(executionId);
    await expect
      .poll(
        async () =>
          (await handle.fetchHistory()).events?.some((event) => event.activityTaskScheduledEventAttributes),
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(await runFlow(system, { flow: 'sum' })).toMatchObject({ status: 'completed', answer: '2' });
    expect(await executions.get(executionId)).toMatchObject({ status: 'running' });
    await executions.cancel(executionId);
    await expect(handle.result()).rejects.toThrow();
    expect(await runFlow(system, { flow: 'sum' })).toMatchObject({ status: 'completed', answer: '2' });
  });

  test('more items than threads -> each has its whole second, regardless of its wait', async () => {
    const { executionId, status } = await runFlow(system, {
      flow: 'greedy',
      data: { items: MORE_THAN_THREADS },
    });
    expect(status).toBe('completed');
    const { items } = await outputsOf(system, executionId);
    expect(items).toMatchObject({
      results: Array.from({ length: MORE_THAN_THREADS }, () => ({
        error: expect.stringContaining('1000 ms') as string,
      })),
    });
  });
});

describe('a filter with a slow pattern over many items', () => {
  test("-> fails with its name, its second and a remedy, and another user's code runs meanwhile", async () => {
    const [slow, quick] = await Promise.all([
      runFlow(system, { flow: 'sifting' }),
      runFlow(system, { flow: 'sum' }),
    ]);
    expect(quick).toMatchObject({ status: 'completed', answer: '2' });
    expect(slow).toMatchObject({
      status: 'failed',
      errorMessage: expect.stringContaining("The conditions of node 'sift' take more than 1000 ms") as string,
    });
  });
});
