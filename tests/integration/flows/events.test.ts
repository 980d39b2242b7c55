import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import {
  agent,
  approval,
  categorizer,
  code,
  custom,
  filter,
  loop,
  manual,
  merge,
  model,
  reply,
  subflow,
  switchOn,
  template,
  wait,
} from '../../../flow/kinds/node-kinds.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import {
  assertWithinBudget,
  historyGrowth,
  summarizeHistory,
  type HistorySummary,
} from '../../../packages/testing/history-summary.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const CATEGORIES = [{ name: 'a' }, { name: 'b' }];
const ITEMS = 10;
const quick = defineNode({ kind: 'custom:quick', config: z.object({}), execute: () => 1 });
const item = template({ template: '{{ loop.item }}' });

const KINDS = {
  template: { node: template({ template: 'x' }), events: 1, bytes: 800 },
  switch: { node: switchOn({ rules: [], fallback: true }), events: 1, bytes: 800 },
  filter: { node: filter({ over: '{{ trigger.data.items }}', conditions: [] }), events: 1, bytes: 800 },
  merge: { node: merge(), events: 1, bytes: 800 },
  code: { node: code({ expression: '1 + 1' }), events: 1, bytes: 800 },
  reply: { node: reply({ text: 'x' }), events: 1, bytes: 800 },
  custom: { node: custom('quick', {}), events: 3, bytes: 1_500 },
  model: { node: model({ model: SCRIPTED_MODEL }), events: 3, bytes: 2_500 },
  agent: { node: agent({ model: SCRIPTED_MODEL }), events: 3, bytes: 2_500 },
  categorizer: {
    node: categorizer({ model: SCRIPTED_MODEL, categories: CATEGORIES }),
    events: 5,
    bytes: 3_000,
  },
  wait: { node: wait({ seconds: 0.01 }), events: 4, bytes: 2_000 },
  approval: {
    node: approval({ prompt: 'Go on?', expiresSeconds: 0.01, onRefusal: 'continue' }),
    events: 6,
    bytes: 2_000,
  },
  subflow: { node: subflow({ flow: 'without' }), events: 5, bytes: 4_000 },
} as const;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      without(),
      ...Object.entries(KINDS).map(([kind, { node }]) => withNode(`with-${kind}`, node)),
      withLoop(),
    ],
    nodes: [quick],
    model: { script: () => text('a') },
  });
});
afterAll(() => system?.stop());

describe('the events of a node', () => {
  test.each(Object.entries(KINDS))('%s -> the known number', async (kind, { events, bytes }) => {
    const growth = historyGrowth(await costOf('without'), await costOf(`with-${kind}`));
    expect(growth.events).toBe(events);
    assertWithinBudget(`a node '${kind}'`, growth, { bytes });
  });

  test(`a loop of ${ITEMS} items with one template -> two events and one an item`, async () => {
    const growth = historyGrowth(await costOf('without'), await costOf('with-loop'));
    expect(growth.events).toBe(2 + ITEMS);
    assertWithinBudget('a loop', growth, { bytes: 800 * (2 + ITEMS) });
  });
});

async function costOf(flow: string): Promise<HistorySummary> {
  const items = Array.from({ length: ITEMS }, (_, index) => index);
  const { executionId, result } = await system.client.executions.start({
    flow,
    text: 'Go',
    data: { items },
    user: 'ada',
  });
  await result();
  return summarizeHistory(system.temporal.workflow.getHandle(executionId));
}

function without(): FlowDefinition {
  return defineFlow({
    slug: 'without',
    name: 'Without',
    nodes: { start: manual(), first: template({ template: 'x' }) },
    edges: [['start', 'first']],
  });
}

function withNode(slug: string, node: (typeof KINDS)[keyof typeof KINDS]['node']): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: { start: manual(), first: template({ template: 'x' }), node },
    edges: [
      ['start', 'first'],
      ['first', 'node'],
    ],
  });
}

function withLoop(): FlowDefinition {
  return defineFlow({
    slug: 'with-loop',
    name: 'With a loop',
    nodes: {
      start: manual(),
      first: template({ template: 'x' }),
      each: loop({ over: '{{ trigger.data.items }}' }),
      item,
    },
    edges: [
      ['start', 'first'],
      ['first', 'each'],
      ['each', 'item', { on: 'item' }],
      ['item', 'each', { on: 'next' }],
    ],
  });
}
