import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, loop, manual, reply, subflow } from '../../flow/kinds/node-kinds.js';
import { lastToolResults, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestEnvironment } from '../../packages/testing/test-environment.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { doubled, manyItems } from '../integration/flows/fixtures/many-items.js';
import { childrenOf, nodesOf, outputsOf } from '../integration/flows/fixtures/rows.js';
import { runFlow } from '../integration/flows/fixtures/run-flow.js';
import { runsOf } from '../integration/flows/fixtures/runs-of.js';

const MAX_EVENTS = 8_192;
const ITEMS = 10_000;
const CHILDREN = 500;

const echo = defineFlow({
  slug: 'echo',
  name: 'Echo',
  nodes: { start: manual(), say: reply({ text: 'heard', data: '{{ trigger.data.item }}' }) },
  edges: [['start', 'say']],
});
const fanning = defineFlow({
  slug: 'fanning',
  name: 'Fanning',
  nodes: {
    start: manual(),
    each: loop({ over: '{{ range(trigger.data.items) }}', parallel: 20 }),
    child: subflow({ flow: 'echo', input: { item: 'loop.item' } }),
  },
  edges: [
    ['start', 'each'],
    ['each', 'child', { on: 'item' }],
    ['child', 'each', { on: 'next' }],
  ],
});
const lead = defineFlow({
  slug: 'lead',
  name: 'Lead',
  nodes: {
    start: manual(),
    lead: agent({
      model: SCRIPTED_MODEL,
      tools: ['spawn'],
      spawns: ['echo'],
      extraConfig: { contextWindow: 200_000 },
    }),
  },
  edges: [['start', 'lead']],
});
const tasks = Array.from({ length: CHILDREN }, (_, item) => ({ flow: 'echo', text: '', data: { item } }));

let stopEnvironment: () => Promise<void>;
let system: TestSystem;
beforeAll(async () => {
  const { environment, stop } = await startTestEnvironment();
  stopEnvironment = stop;
  system = await startTestSystem(environment, {
    flows: [manyItems, echo, fanning, lead],
    model: {
      script: (request) =>
        lastToolResults(request).length > 0
          ? text(lastToolResults(request)[0]!.text.slice(0, 100))
          : toolCalls([{ name: 'spawn', arguments: { tasks } }]),
    },
  });
}, 120_000);
afterAll(async () => {
  await system?.stop();
  await stopEnvironment?.();
});

describe('large flows', () => {
  test(`a loop of ${ITEMS} items -> all results in order, each stored once, bounded histories`, async () => {
    const startedAt = Date.now();
    const { executionId, status, nodes } = await runFlow(system, { flow: 'many', data: { items: ITEMS } });
    logDuration(`${ITEMS} items`, startedAt);
    expect(status).toBe('completed');
    expect((await outputsOf(system, executionId))['each']).toEqual(doubled(ITEMS));
    expect(nodes.filter(({ nodeId }) => nodeId === 'body')).toHaveLength(ITEMS);
    const runs = await runsOf(system, executionId);
    console.log(runs.map(({ events, bytes }) => `${events} events, ${bytes} bytes`).join('; '));
    expect(runs.length).toBeGreaterThan(1);
    expect(Math.max(...runs.map(({ events }) => events))).toBeLessThan(MAX_EVENTS);
  });

  test.each(['fanning', 'lead'])(`${CHILDREN} children of %s -> all end, results in order`, async (flow) => {
    const startedAt = Date.now();
    const { executionId, status } = await runFlow(system, { flow, data: { items: CHILDREN } });
    logDuration(`${CHILDREN} children of ${flow}`, startedAt);
    expect(status).toBe('completed');
    const children = await childrenOf(system, executionId);
    expect(children).toHaveLength(CHILDREN);
    expect(new Set(children.map((child) => child.status))).toEqual(new Set(['completed']));
    if (flow === 'fanning')
      expect((await outputsOf(system, executionId))['each']).toMatchObject({
        results: tasks.map(({ data }) => data.item),
      });
    expect((await nodesOf(system, executionId)).every((node) => node.status === 'success')).toBe(true);
  });
});

function logDuration(what: string, startedAt: number): void {
  console.log(`${what}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
}
