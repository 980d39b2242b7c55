import { describe, expect, test } from 'vitest';
import { findFirstCall } from '../../../flow/execution/first-call.js';
import type { NodePlan } from '../../../protocol/activities/execution.js';

const CHAT: NodePlan = { id: 'chat', kind: 'chat' };
const AGENT: NodePlan = { id: 'agent', kind: 'agent', model: 'zero:latency', maxSteps: 8 };
const SWITCH: NodePlan = { id: 'switch', kind: 'switch' };

describe('findFirstCall', () => {
  test('an agent after the trigger -> the first step of its run', () => {
    expect(find([CHAT, AGENT], ['chat agent'])).toEqual({ nodeId: 'agent', step: 1, isLast: false });
  });

  test('steps that were placed before its first -> the one after them', () => {
    expect(find([CHAT, { ...AGENT, placed: 3 }], ['chat agent'])).toMatchObject({ step: 4 });
  });

  test('a model with one step -> a call that is also the last', () => {
    const model = { ...AGENT, kind: 'model', maxSteps: 1 };
    expect(find([CHAT, model], ['chat agent'])).toMatchObject({ isLast: true });
  });

  test('a categorizer, which calls a model before it chooses -> its call', () => {
    const categorizer = { ...AGENT, kind: 'categorizer', maxSteps: 1 };
    expect(find([CHAT, categorizer], ['chat agent'])).toMatchObject({ nodeId: 'agent', step: 1 });
  });

  test.each<[what: string, nodes: readonly NodePlan[], edges: readonly string[]]>([
    ['nothing after the trigger', [CHAT, AGENT], []],
    ['a node without a model', [CHAT, SWITCH, AGENT], ['chat switch', 'switch agent']],
    ['two at once', [CHAT, AGENT, { ...AGENT, id: 'other' }], ['chat agent', 'chat other']],
    ['steps before the question', [CHAT, { ...AGENT, queues: { pre: 1, post: 0 } }], ['chat agent']],
  ])('%s -> no call', (_what, nodes, edges) => {
    expect(find(nodes, edges)).toBeUndefined();
  });
});

function find(nodes: readonly NodePlan[], edges: readonly string[]) {
  return findFirstCall({
    trigger: 'chat',
    nodes,
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.split(' ');
      return { from, to };
    }),
  });
}
