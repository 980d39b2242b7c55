import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES, one } from './flows.js';

const SILENT =
  "warning: Node 'route' takes no route if no rule holds (set its 'config.fallback' and connect that route to a reply), so a chat that begins with 'chat' may end without an answer";

function filterBy(conditions: readonly object[]) {
  return {
    id: 'cheap',
    kind: 'filter',
    config: {
      over: '{{ trigger.data.items }}',
      conditions: conditions.map((condition) => ({ field: 'price', ...condition })),
    },
  };
}

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  [
    'a route that no edge takes',
    flowOf({ nodes: [NODES.route, NODES.done], edges: ['chat route', 'route done'] }),
    [
      "warning: Switch 'route' has route 'billing' in field 'config.rules[0].route', but no edge with this route; add one",
      SILENT,
    ],
  ],
  [
    'a fallback that no edge takes',
    flowOf({ nodes: [{ ...NODES.route, config: { rules: [], fallback: true } }], edges: ['chat route'] }),
    [
      "warning: Switch 'route' has route '__other__' in field 'config.fallback', but no edge with this route; add one",
      "warning: Node 'route' has no edge for its route '__other__', so a chat that begins with 'chat' may end without an answer",
    ],
  ],
  [
    'values that can never be compared',
    one(
      filterBy([
        { operator: 'gt', value: 'abc' },
        { operator: 'lte' },
        { operator: 'before', value: '2026-02-30' },
        { operator: 'length_gt', value: [] },
        { operator: 'gt', value: '{{ trigger.text }}' },
        { operator: 'gt', value: '9007199254740993' },
        { operator: 'after', value: '2026-01-01' },
        { operator: 'contains' },
      ]),
    ),
    [
      "warning: Node 'cheap' has 'abc' in field 'config.conditions[0].value', but 'gt' compares numbers, so the condition never holds; correct the value",
      "warning: Node 'cheap' has no field 'config.conditions[1].value', but 'lte' compares numbers, so the condition never holds; correct the value",
      "warning: Node 'cheap' has '2026-02-30' in field 'config.conditions[2].value', but 'before' compares dates, so the condition never holds; correct the value",
      "warning: Node 'cheap' has a list of 0 in field 'config.conditions[3].value', but 'length_gt' compares a length with a number, so the condition never holds; correct the value",
      "warning: Node 'cheap' is followed by no node that answers (add a reply), so a chat that begins with 'chat' may end without an answer",
    ],
  ],
  [
    'a trigger that leads nowhere',
    flowOf({ nodes: [{ id: 'manual', kind: 'manual' }, NODES.done], edges: ['chat done'] }),
    ["warning: Trigger 'manual' leads nowhere; add an edge from it, or drop it"],
  ],
  [
    'a node that nothing leads to',
    flowOf({ nodes: [NODES.done, NODES.join], edges: ['chat done'] }),
    ["warning: Node 'join' is reached from no trigger; add an edge to it, or drop it"],
  ],
  [
    'a text that reads a node that does not exist',
    one({ ...NODES.done, config: { text: '{{ serch.output }}', missing: 'empty' } }),
    [
      "warning: Node 'done' reads 'serch.output' in field 'config.text', but node 'serch' does not exist; name a node, 'trigger' or 'loop'",
    ],
  ],
  [
    'a text that reads a port that is none',
    flowOf({
      missing: 'keep',
      nodes: [NODES.sort, { ...NODES.done, config: { text: '{{ sort.output }}' } }],
      edges: ['chat sort', 'sort done'],
    }),
    [
      "warning: Node 'done' reads 'sort.output' in field 'config.text', but the output of node 'sort' of kind 'categorizer' has no 'output'; it has: category",
    ],
  ],
  [
    'a condition that reads a later node',
    flowOf({
      nodes: [
        { ...NODES.route, config: { rules: [{ field: 'done.output', operator: 'exists', route: 'a' }] } },
        NODES.done,
      ],
      edges: ['chat route', 'route done route=a'],
    }),
    [
      "warning: Node 'route' reads 'done.output' in field 'config.rules[0].field', but node 'done' does not run before this node; connect it, or read another node",
      SILENT,
    ],
  ],
  [
    'a source that is none',
    one({ ...NODES.other, config: { flow: 'other', extraConfig: { inputSource: 'memory' } } }),
    [
      "warning: Node 'other' has 'memory' in field 'config.extraConfig.inputSource', which results in an empty text; it should be 'last_message' or 'node_output'",
    ],
  ],
  [
    "a node's output without the node",
    one({ ...NODES.other, config: { flow: 'other', extraConfig: { inputSource: 'node_output' } } }),
    [
      "warning: Node 'other' has no field 'config.extraConfig.sourceNodeId', which results in an empty text; name the node whose output to use",
    ],
  ],
  [
    'a flow that is not known',
    one(NODES.other),
    [
      "warning: Node 'other' has 'other' in field 'config.flow', but this flow is not registered; register it or use a known one: triage",
    ],
    { flows: ['triage'] },
  ],
  [
    'a flow to spawn that is not known',
    one({ ...NODES.helper, config: { model: 'offline:demo', spawns: ['self', 'triage', 'other'] } }),
    [
      "warning: Node 'helper' has 'other' in field 'config.spawns[2]', but this flow is not registered; register it or use a known one: triage",
    ],
    { flows: ['triage'] },
  ],
  [
    'a bad regular expression',
    flowOf({
      nodes: [
        {
          ...NODES.cheap,
          config: {
            over: '{{ trigger.data.x }}',
            conditions: [{ field: 'a', operator: 'matches_regex', value: '(' }],
          },
        },
        NODES.done,
      ],
      edges: ['chat cheap', 'cheap done'],
    }),
    [
      "warning: Node 'cheap' has '(' in field 'config.conditions[0].value', which is not a regular expression of RE2's syntax or too large, so the condition never holds; correct it",
    ],
  ],
];

describe('validateFlow', () => {
  test.each(CASES)('%s -> a warning, and the definition', (_situation, given, told, context) => {
    const { problems, definition } = validateFlow(given, context);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
    expect(definition === undefined).toBe(false);
  });
});
