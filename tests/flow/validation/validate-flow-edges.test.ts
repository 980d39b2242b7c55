import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES } from './flows.js';

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  [
    'an edge from nowhere',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'dune done'] }),
    [
      "error: Edge 'dune -> done' comes from node 'dune', which does not exist (did you mean 'done'?); name a node",
    ],
  ],
  [
    'an edge to nowhere',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'chat ghost'] }),
    ["error: Edge 'chat -> ghost' leads to node 'ghost', which does not exist; name a node"],
  ],
  [
    'an edge that is none',
    flowOf({ nodes: [NODES.done], edges: ['chat done', null] }),
    ['error: Edge edges[1] is null; it must be an object'],
  ],
  [
    'an edge without an end',
    flowOf({ nodes: [NODES.done], edges: ['chat done', { from: 'chat' }] }),
    ["error: Edge edges[1] has no field 'to'; it must be a text of 1 to 100,000 characters"],
  ],
  [
    'an event that is none',
    flowOf({ nodes: [NODES.done], edges: ['chat done fail'] }),
    ["error: Edge 'chat -> done' has 'fail' in field 'on'; it must be one of 'error', 'item', 'next'"],
  ],
  [
    'an edge from a node to itself',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'done done'] }),
    ["error: Edge 'done -> done' leads from a node to itself; remove it"],
  ],
  [
    'an edge twice',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'chat done'] }),
    ["error: Edge 'chat -> done' is duplicated; remove one of the two"],
  ],
  [
    'an edge into a trigger',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'done chat'] }),
    [
      "error: Edge 'done -> chat' leads to node 'chat' of kind 'chat'; nothing can come before a trigger, so let it go to another node",
    ],
  ],
  [
    'a route from an agent, P118',
    flowOf({ nodes: [NODES.helper, NODES.done], edges: ['chat helper', 'helper done route=yes'] }),
    [
      "error: Edge 'helper -> done' has route 'yes', but node 'helper' is of kind 'agent'; only a switch has routes, so drop the route or put a switch between",
    ],
  ],
  [
    'a route that no rule gives',
    flowOf({
      nodes: [NODES.route, NODES.done],
      edges: ['chat route', 'route done route=billing', 'route done route=biling'],
    }),
    [
      "error: Edge 'route -> done' has route 'biling', which no rule of switch 'route' returns (did you mean 'billing'?); its routes: billing",
    ],
  ],
  [
    'the other route without a fallback',
    flowOf({
      nodes: [NODES.route, NODES.done],
      edges: ['chat route', 'route done route=billing', 'route done route=__other__'],
    }),
    [
      "error: Edge 'route -> done' has route '__other__', but switch 'route' has no fallback; set its 'config.fallback' to true",
    ],
  ],
  [
    'a route on an event',
    flowOf({
      nodes: [NODES.route, NODES.done],
      edges: ['chat route', { from: 'route', to: 'done', route: 'billing', on: 'error' }],
    }),
    ["error: Edge 'route -> done' has route 'billing' and on 'error'; drop one of the two"],
  ],
  [
    'an item from an agent',
    flowOf({ nodes: [NODES.helper, NODES.done], edges: ['chat helper', 'helper done item'] }),
    [
      "error: Edge 'helper -> done' has on 'item', but node 'helper' is of kind 'agent'; only a loop has items, so drop 'on'",
    ],
  ],
  [
    'an error of a trigger',
    flowOf({ nodes: [NODES.done], edges: ['chat done', 'chat done error'] }),
    [
      "error: Edge 'chat -> done' has on 'error', but node 'chat' is a trigger, which cannot fail; drop the edge or let it come from another node",
    ],
  ],
  [
    'the next item of an agent',
    flowOf({ nodes: [NODES.helper, NODES.done], edges: ['chat done', 'chat helper', 'done helper next'] }),
    [
      "error: Edge 'done -> helper' has on 'next', but node 'helper' is of kind 'agent'; only a loop has a next item, so drop 'on'",
    ],
  ],
];

describe('validateFlow', () => {
  test.each(CASES)('%s -> all problems with their places', (_situation, given, told, context) => {
    const { problems, definition } = validateFlow(given, context);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
    expect(definition === undefined).toBe(true);
  });
});
