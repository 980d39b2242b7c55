import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES } from './flows.js';

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  [
    'a loop without a body',
    flowOf({ nodes: [NODES.each], edges: ['chat each'] }),
    ["error: Loop 'each' has no body; add an edge with on 'item' to the first node that runs once per item"],
  ],
  [
    'the next item from outside of any loop',
    flowOf({
      nodes: [NODES.each, NODES.sum, NODES.done],
      edges: ['chat each', 'chat done', 'each sum item', 'sum each next', 'done each next'],
    }),
    ["error: Edge 'done -> each' has on 'next', but node 'done' is in no loop; drop 'on'"],
  ],
  [
    'a body entered from outside',
    flowOf({
      nodes: [NODES.each, NODES.sum],
      edges: ['chat each', 'each sum item', 'sum each next', 'chat sum'],
    }),
    [
      "error: Edge 'chat -> sum' enters the body of loop 'each' from outside; only its edges with on 'item' may enter it",
    ],
  ],
  [
    'a body left by another edge',
    flowOf({
      nodes: [NODES.each, NODES.sum, NODES.done],
      edges: ['chat each', 'each sum item', 'sum each next', 'each done', 'sum done'],
    }),
    [
      "error: Edge 'sum -> done' leaves the body of loop 'each'; only edges with on 'next' to the loop may leave it, so let the edge come from the loop",
    ],
  ],
  [
    'an inner body that leads to the outer loop',
    flowOf({
      nodes: [NODES.each, { ...NODES.each, id: 'inner' }, NODES.sum],
      edges: ['chat each', 'each inner item', 'inner sum item', 'sum each next', 'inner each next'],
    }),
    [
      "error: Edge 'sum -> each' has on 'next', but node 'sum' is in the body of loop 'inner'; let it lead to 'inner'",
    ],
  ],
  [
    'a cycle',
    flowOf({
      nodes: [NODES.sum, NODES.letter, NODES.done],
      edges: ['chat sum', 'sum letter', 'letter done', 'done sum'],
    }),
    [
      "error: Nodes sum, letter, done form a cycle; drop one of its edges, or repeat its nodes in a loop with an edge on 'next' back to it",
    ],
  ],
  [
    'two cycles',
    flowOf({
      nodes: [NODES.sum, NODES.letter, NODES.done, NODES.join],
      edges: ['chat sum', 'sum letter', 'letter sum', 'letter done', 'done join', 'join done'],
    }),
    [
      "error: Nodes sum, letter form a cycle; drop one of its edges, or repeat its nodes in a loop with an edge on 'next' back to it",
      "error: Nodes done, join form a cycle; drop one of its edges, or repeat its nodes in a loop with an edge on 'next' back to it",
    ],
  ],
  [
    'a way back without an event',
    flowOf({ nodes: [NODES.each, NODES.sum], edges: ['chat each', 'each sum item', 'sum each'] }),
    [
      "error: Nodes each, sum form a cycle; drop one of its edges, or repeat its nodes in a loop with an edge on 'next' back to it",
    ],
  ],
  [
    'no trigger',
    { slug: 'triage', name: 'Triage', nodes: [NODES.done], edges: [] },
    ["error: The flow has no trigger; add a node of kind 'chat' or 'manual'"],
  ],
  ['only a trigger', flowOf({}), ['error: The flow has no node to run; add one and connect a trigger to it']],
];

describe('validateFlow', () => {
  test.each(CASES)('%s -> all problems with their places', (_situation, given, told, context) => {
    const { problems, definition } = validateFlow(given, context);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
    expect(definition === undefined).toBe(true);
  });
});
