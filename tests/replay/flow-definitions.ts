import { z } from 'zod';
import type { FlowDefinition } from '../../flow/definition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { type NodeDraft, defineFlow } from '../../flow/builder/define-flow.js';
import {
  agent,
  chat,
  code,
  filter,
  loop,
  manual,
  model,
  reply,
  subflow,
  template,
  wait,
} from '../../flow/kinds/node-kinds.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { TRIAGE_EDGES, triageNodes } from '../flow/triage-flow.js';
import { defineNode } from '../../extend/nodes/define-node.js';

export const FLAKY = flakyNode();

const scripted = SCRIPTED_MODEL;

export const LEAD = agent({ model: scripted, system: 'You lead.', tools: ['spawn'], spawns: ['below'] });

export const TRIAGE = defineFlow({
  slug: 'triage',
  name: 'Triage',
  nodes: {
    ...triageNodes(scripted),
    few: filter({
      over: '{{ join.items }}',
      conditions: [{ field: 'nothing', operator: 'not_equals', value: 1 }],
    }),
    shown: template({ template: '{{ few.total }}' }),
    sum: model({ model: scripted, prompt: 'Sum up {{ shown.output }}' }),
  },
  edges: [...TRIAGE_EDGES, ['join', 'few'], ['few', 'shown'], ['shown', 'sum']],
});

export const TWO_FAILING = defineFlow({
  slug: 'two',
  name: 'Two',
  nodes: {
    chat: chat(),
    one: agent({ model: scripted, system: 'You are one.' }),
    broken: code({ expression: 'null.member' }),
  },
  edges: [
    ['chat', 'one'],
    ['chat', 'broken'],
  ],
});

export function line(slug: string, between: Readonly<Record<string, NodeDraft>>): FlowDefinition {
  const drafts = { chat: chat(), ...between, say: reply({ text: 'done' }) };
  const ids = Object.keys(drafts);
  return {
    slug,
    name: slug,
    nodes: Object.entries<NodeDraft>(drafts).map(([id, draft]): FlowNode => ({ id, ...draft })),
    edges: ids.slice(1).map((to, index) => ({ from: ids[index] ?? '', to })),
  };
}

export function rescued(flow: FlowDefinition, id: string): FlowDefinition {
  const rescue: FlowNode = { id: 'rescue', ...reply({ text: 'rescued' }) };
  return {
    ...flow,
    nodes: [...flow.nodes, rescue],
    edges: [...flow.edges, { from: id, to: 'rescue', on: 'error' }],
  };
}

export function above(flow: string): FlowDefinition {
  return line('above', { child: subflow({ flow }) });
}

export function looping(slug: string, config: object, expression = 'loop.item * 2'): FlowDefinition {
  return defineFlow({
    slug,
    name: slug,
    nodes: {
      start: manual(),
      each: loop({ over: '{{ trigger.data.items }}', ...config }),
      twice: code({ expression }),
      say: reply({ text: '{{ each.total }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'twice', { on: 'item' }],
      ['twice', 'each', { on: 'next' }],
      ['each', 'say'],
    ],
  });
}

export const STOPPING_OTHERS = defineFlow({
  slug: 'loop',
  name: 'loop',
  nodes: {
    start: manual(),
    each: loop({ over: '{{ trigger.data.items }}', parallel: 3 }),
    broken: code({ expression: 'loop.item === 1 ? no.such.thing : loop.item' }),
    pause: wait({ seconds: 60 }),
    say: reply({ text: 'stopped' }),
  },
  edges: [
    ['start', 'each'],
    ['each', 'broken', { on: 'item' }],
    ['each', 'pause', { on: 'item' }],
    ['broken', 'each', { on: 'next' }],
    ['pause', 'each', { on: 'next' }],
    ['each', 'say', { on: 'error' }],
  ],
});

function flakyNode() {
  const failures = new Map<string, number>();
  return defineNode({
    kind: 'custom:flaky',
    config: z.object({}),
    execute: (_config, { idempotencyKey }) => {
      const failed = failures.get(idempotencyKey) ?? 0;
      failures.set(idempotencyKey, failed + 1);
      if (failed < 2) throw new Error('not yet');
      return 'now';
    },
  });
}
