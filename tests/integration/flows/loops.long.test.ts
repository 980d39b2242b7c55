import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, custom, loop, manual, reply, template } from '../../../flow/kinds/node-kinds.js';
import type { LoopConfig } from '../../../flow/kinds/loop.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { outputsOf } from './fixtures/rows.js';
import { runFlow } from './fixtures/run-flow.js';
import { scriptBySystem } from './fixtures/script-by-system.js';

let atOnce = 0;
let mostAtOnce = 0;
const work = defineNode({
  kind: 'custom:work',
  config: z.object({ item: z.number() }),
  async execute({ item }) {
    mostAtOnce = Math.max(mostAtOnce, (atOnce += 1));
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 400 - item * 30)));
    atOnce -= 1;
    if (item < 0) throw Object.assign(new Error(`No work for ${item}`), { retryable: false });
    return { output: item * 10 };
  },
});

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      working('sequential', {}),
      working('parallel', { parallel: 3 }),
      working('tolerant', { onError: 'continue' }),
      working('tolerant-parallel', { onError: 'continue', parallel: 4 }),
      working('pausing', { delaySeconds: 1 }),
      nested(),
      asking(),
    ],
    nodes: [work],
    model: { script: scriptBySystem({ helper: (request) => text(`answer to ${request.text}`) }) },
  });
});
afterAll(() => system?.stop());

describe('a loop', () => {
  test.each<[what: string, items: unknown, results: unknown[]]>([
    ['an empty list', [], []],
    ['null', null, []],
    ['nothing', undefined, []],
    ['a single value', 3, [30]],
    ['a list', [1, 2, 3], [10, 20, 30]],
  ])('P97: over %s -> %j', async (_what, items, results) => {
    const data = items === undefined ? {} : { items };
    const { executionId, status } = await runFlow(system, { flow: 'sequential', data });
    expect(status).toBe('completed');
    expect((await outputsOf(system, executionId))['each']).toEqual({ results, total: results.length });
  });

  test('P97: over a text -> one item', async () => {
    const { executionId } = await runFlow(system, { flow: 'nested', data: { rows: 'x' } });
    expect((await outputsOf(system, executionId))['rows']).toMatchObject({ total: 1 });
  });

  test('sequential -> one item at a time', async () => {
    mostAtOnce = 0;
    await runFlow(system, { flow: 'sequential', data: { items: [1, 2, 3] } });
    expect(mostAtOnce).toBe(1);
  });

  test('parallel 3 over items of which the later ones are faster -> three at once, results in order', async () => {
    mostAtOnce = 0;
    const items = Array.from({ length: 10 }, (_, index) => index);
    const { executionId } = await runFlow(system, { flow: 'parallel', data: { items } });
    expect(mostAtOnce).toBe(3);
    expect((await outputsOf(system, executionId))['each']).toEqual({
      results: items.map((item) => item * 10),
      total: 10,
    });
  });

  test('P98: onError stop -> the loop fails at the item, later items do not start', async () => {
    const { status, errorMessage, nodes } = await runFlow(system, {
      flow: 'sequential',
      data: { items: [1, -1, 2] },
    });
    expect(status).toBe('failed');
    expect(errorMessage).toMatch(/'each' failed: Item 1: node 'body' failed: No work for -1/);
    const bodies = nodes.filter(({ nodeId }) => nodeId === 'body');
    expect(bodies.map((node) => node.iteration)).toEqual(['0', '1']);
    expect(nodes.filter((node) => ['running', 'waiting'].includes(node.status))).toEqual([]);
  });

  test.each(['tolerant', 'tolerant-parallel'])(
    'P98: %s, onError continue -> the error in its place, the others succeed',
    async (flow) => {
      const { executionId, status } = await runFlow(system, { flow, data: { items: [1, -1, 2, -2] } });
      expect(status).toBe('completed');
      expect((await outputsOf(system, executionId))['each']).toEqual({
        total: 4,
        results: [
          10,
          { error: 'No work for -1', error_code: 'Node.Failed', reason: 'failed' },
          20,
          { error: 'No work for -2', error_code: 'Node.Failed', reason: 'failed' },
        ],
      });
    },
  );

  test('a delay -> a pause between the items, none before the first', async () => {
    const startedAt = Date.now();
    await runFlow(system, { flow: 'pausing', data: { items: [13, 13, 13] } });
    const seconds = (Date.now() - startedAt) / 1_000;
    expect(seconds).toBeGreaterThan(2);
    const { executionId } = await runFlow(system, { flow: 'pausing', data: { items: [13] } });
    const history = await system.temporal.workflow.getHandle(executionId).fetchHistory();
    expect(history.events?.some((event) => event.timerStartedEventAttributes)).toBe(false);
  });

  test('nested -> every inner item with its outer one, results in order at both levels', async () => {
    const rows = [
      { name: 'a', cells: [1, 2] },
      { name: 'b', cells: [] },
      { name: 'c', cells: [3] },
    ];
    const { executionId } = await runFlow(system, { flow: 'nested', data: { rows } });
    const { rows: outer, say } = await outputsOf(system, executionId);
    expect(outer).toEqual({
      total: 3,
      results: [
        { row: 'a', cells: ['a 1 0/2', 'a 2 1/2'] },
        { row: 'b', cells: [] },
        { row: 'c', cells: ['c 3 0/1'] },
      ],
    });
    expect(say).toEqual({ output: '3 rows' });
  });

  test('an agent inside a loop -> one request per item, none sees another', async () => {
    const before = system.model.requests.length;
    const { executionId } = await runFlow(system, { flow: 'asking', data: { items: ['a', 'b', 'c'] } });
    expect((await outputsOf(system, executionId))['each']).toEqual({
      total: 3,
      results: ['answer to Tell of a', 'answer to Tell of b', 'answer to Tell of c'],
    });
    const requests = system.model.requests.slice(before);
    expect(requests.map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    const calls = await system.client.executions.explain(executionId);
    expect(new Set(calls.map(({ callId }) => callId)).size).toBe(3);
  });
});

function working(slug: string, config: Partial<LoopConfig>) {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', ...config }),
      body: custom('work', { item: '{{ loop.item }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  });
}

function nested() {
  return defineFlow({
    slug: 'nested',
    name: 'Nested',
    nodes: {
      start: manual(),
      rows: loop({ over: '{{ trigger.data.rows }}', parallel: 2 }),
      row: template({
        template: { name: '{{ loop.item.name }}', cells: '{{ loop.item.cells }}' },
        missing: 'empty',
      }),
      cells: loop({ over: '{{ row.output.cells }}', parallel: 2 }),
      cell: template({ template: '{{ row.output.name }} {{ loop.item }} {{ loop.index }}/{{ loop.total }}' }),
      done: template({ template: { row: '{{ row.output.name }}', cells: '{{ cells.results }}' } }),
      say: reply({ text: '{{ rows.total }} rows' }),
    },
    edges: [
      ['start', 'rows'],
      ['rows', 'row', { on: 'item' }],
      ['row', 'cells'],
      ['cells', 'cell', { on: 'item' }],
      ['cell', 'cells', { on: 'next' }],
      ['cells', 'done'],
      ['done', 'rows', { on: 'next' }],
      ['rows', 'say'],
    ],
  });
}

function asking() {
  return defineFlow({
    slug: 'asking',
    name: 'Asking',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', parallel: 2 }),
      helper: agent({ model: SCRIPTED_MODEL, system: 'You are helper.', prompt: 'Tell of {{ loop.item }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'helper', { on: 'item' }],
      ['helper', 'each', { on: 'next' }],
    ],
  });
}
