import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES, one } from './flows.js';

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  [
    'a port that a switch does not have',
    flowOf({
      nodes: [NODES.route, { ...NODES.cheap, config: { over: '{{ route.items }}', conditions: [] } }],
      edges: ['chat route', 'route cheap route=billing'],
    }),
    [
      "error: Node 'cheap' reads 'route.items' in field 'config.over', but the output of node 'route' of kind 'switch' has no 'items'; it has: route, notes",
    ],
  ],
  [
    'a list of a node that does not exist',
    one({ ...NODES.cheap, config: { over: '{{ nodes["serch"].output }}', conditions: [] } }),
    [
      "error: Node 'cheap' reads 'nodes.serch.output' in field 'config.over', but node 'serch' does not exist; name a node, 'trigger' or 'loop'",
    ],
  ],
  [
    'an input mapping of a port that is none',
    flowOf({
      nodes: [
        NODES.helper,
        { ...NODES.other, config: { flow: 'other', input: { text: 'node_outputs.helper.answer' } } },
      ],
      edges: ['chat helper', 'helper other'],
    }),
    [
      "error: Node 'other' reads 'node_outputs.helper.answer' in field 'config.input.text', but the output of node 'helper' of kind 'agent' has no 'answer'; it has: output",
    ],
  ],
  [
    'an input of a field that an object does not have',
    flowOf({
      nodes: [
        {
          ...NODES.helper,
          config: {
            model: 'offline:demo',
            output: { type: 'object', properties: { city: { type: 'string' } } },
          },
        },
        { ...NODES.other, config: { flow: 'other', input: { text: 'node_outputs.helper.town' } } },
      ],
      edges: ['chat helper', 'helper other'],
    }),
    [
      "error: Node 'other' reads 'node_outputs.helper.town' in field 'config.input.text', but the output of node 'helper' of kind 'agent' has no 'town'; it has: city",
    ],
  ],
  [
    'an output that is no schema',
    one({ ...NODES.helper, config: { model: 'offline:demo', output: { type: 'array' } } }),
    [
      "error: Node 'helper' has an object in field 'config.output'; it must be the JSON Schema of an object, with type 'object'",
    ],
  ],
  [
    'a source node that does not exist',
    one({
      ...NODES.other,
      config: { flow: 'other', extraConfig: { inputSource: 'node_output', sourceNodeId: 'ghost' } },
    }),
    [
      "error: Node 'other' has 'ghost' in field 'config.extraConfig.sourceNodeId', but that node does not exist; name a node",
    ],
  ],
  [
    'a subflow without a flow',
    one({ ...NODES.other, config: {} }),
    ["error: Node 'other' has neither field 'config.flow' nor 'config.flowId'; name the flow that it runs"],
  ],
  [
    'a tag that is not closed',
    one({ ...NODES.done, config: { text: 'Hello {{ trigger.user' } }),
    [
      "error: Node 'done' has an invalid template in field 'config.text': Template tag '{{ trigger.user' is not closed; end it with '}}'",
    ],
  ],
  [
    'a wrong template deep in an object',
    one({ ...NODES.letter, config: { template: { rows: ['{{ 1 | nonsense }}'] } } }),
    [
      "error: Node 'letter' has an invalid template in field 'config.template.rows[0]': Template tag '{{ 1 | nonsense }}' has the filter 'nonsense', which is not supported",
    ],
  ],
  [
    'a tool that is not registered',
    one({ ...NODES.helper, config: { model: 'offline:demo', tools: ['calculate', 'calculat'] } }),
    [
      "error: Node 'helper' has 'calculat' in field 'config.tools[1]', but this tool is not registered (did you mean 'calculate'?); register it or use a known one: calculate",
    ],
    { tools: ['calculate'] },
  ],
  [
    'models of the whole flow without a provider',
    {
      ...one(NODES.done),
      history: { summaries: { model: 'nope:small' } },
      trajectory: { descriptions: { model: 'opnai:small' } },
    },
    [
      "error: The flow has 'nope:small' in field 'history.summaries.model', but provider 'nope' does not exist; configure it or use a known one: openai",
      "error: The flow has 'opnai:small' in field 'trajectory.descriptions.model', but provider 'opnai' does not exist (did you mean 'openai'?); configure it or use a known one: openai",
    ],
    { providers: ['openai'] },
  ],
  [
    'a custom kind that is not registered',
    one(NODES.look),
    [
      "error: Node 'look' has 'custom:look-up' in field 'kind', but this kind is not registered; register it or use a known one: custom:score",
    ],
    { customKinds: ['custom:score'] },
  ],
];

describe('validateFlow', () => {
  test.each(CASES)('%s -> all problems with their places', (_situation, given, told, context) => {
    const { problems, definition } = validateFlow(given, context);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
    expect(definition === undefined).toBe(true);
  });
});
