import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { body, flowOf, NODES, one } from './flows.js';

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  [
    'a node that is none',
    flowOf({ nodes: [5, NODES.done], edges: ['chat done'] }),
    ["error: Node nodes[1] is '5'; it must be an object"],
  ],
  [
    'a node without an id',
    flowOf({ nodes: [{ kind: 'merge' }, NODES.done], edges: ['chat done'] }),
    [
      "error: Node nodes[1] has no field 'id'; it must be 1 to 64 of letters, digits, '_' and '-', beginning with a letter",
    ],
  ],
  [
    'an id that begins with a digit',
    one({ ...NODES.done, id: '1st' }),
    [
      "error: Node '1st' has '1st' in field 'id'; it must be 1 to 64 of letters, digits, '_' and '-', beginning with a letter",
    ],
  ],
  [
    'a reserved id',
    one({ ...NODES.done, id: 'trigger' }),
    [
      "error: Node 'trigger' has 'trigger' in field 'id'; this word means something else in templates; reserved are: trigger, loop, nodes, node_outputs, true, false, none, null, True, False, None, not, and, or, if, in, is",
    ],
  ],
  [
    'one id twice',
    flowOf({ nodes: [NODES.done, NODES.done], edges: ['chat done'] }),
    ["error: Node 'done' has the id of an earlier node; give nodes[2] another id"],
  ],
  [
    'a near miss of a kind',
    one({ ...NODES.helper, kind: 'agnet' }),
    [
      "error: Node 'helper' has 'agnet' in field 'kind' (did you mean 'agent'?); it must be one of chat, manual, model, agent, categorizer, switch, filter, merge, template, code, loop, wait, approval, subflow, workflow, reply or 'custom:' and a name",
    ],
  ],
  [
    'a kind that is none',
    one({ ...NODES.helper, kind: 'robot' }),
    [
      "error: Node 'helper' has 'robot' in field 'kind'; it must be one of chat, manual, model, agent, categorizer, switch, filter, merge, template, code, loop, wait, approval, subflow, workflow, reply or 'custom:' and a name",
    ],
  ],
  [
    'no kind',
    one({ id: 'helper', config: {} }),
    [
      "error: Node 'helper' has no field 'kind'; it must be one of chat, manual, model, agent, categorizer, switch, filter, merge, template, code, loop, wait, approval, subflow, workflow, reply or 'custom:' and a name",
    ],
  ],
  [
    'a quorum where only the requesting user answers',
    one({ ...NODES.ask, config: { prompt: 'Really?', quorum: 2 } }),
    [
      "error: Node 'ask' has '2' in field 'config.quorum'; only one person, the requesting user, answers: set 'by' to 'staff' or a list of roles",
    ],
  ],
  [
    'a custom kind without a name',
    one({ ...NODES.look, kind: 'custom:' }),
    [
      "error: Node 'look' has 'custom:' in field 'kind'; it must be 'custom:' and a name of 1 to 64 letters, digits, '_' and '-'",
    ],
  ],
  [
    'a custom kind without a configuration',
    one({ id: 'look', kind: 'custom:look-up' }),
    ["error: Node 'look' has no field 'config'; it must be an object"],
  ],
  [
    'an agent without a configuration, P119',
    one({ id: 'helper', kind: 'agent' }),
    [
      "error: Node 'helper' has no field 'config.model'; it must be a model id of the form 'provider:model', such as 'openai:gpt-4.1'",
    ],
  ],
  [
    'a model without a model, P119',
    one({ id: 'answer', kind: 'model', config: {} }),
    [
      "error: Node 'answer' has no field 'config.model'; it must be a model id of the form 'provider:model', such as 'openai:gpt-4.1'",
    ],
  ],
  [
    'a categorizer without a model, P119',
    one({ ...NODES.sort, config: { categories: NODES.sort.config.categories } }),
    [
      "error: Node 'sort' has no field 'config.model'; it must be a model id of the form 'provider:model', such as 'openai:gpt-4.1'",
    ],
  ],
  [
    'a model id without a provider',
    one({ ...NODES.helper, config: { model: 'gpt-4.1' } }),
    [
      "error: Node 'helper' has 'gpt-4.1' in field 'config.model'; it must be a model id of the form 'provider:model', such as 'openai:gpt-4.1'",
    ],
  ],
  [
    'a misspelt field of a configuration',
    one({ ...NODES.helper, config: { model: 'offline:demo', maxStep: 3 } }),
    [
      "error: Node 'helper' has an unknown field 'config.maxStep' (did you mean 'maxSteps'?); known fields: model, fallbackSeconds, system, prompt, maxOutputTokens, temperature, topP, topK, presencePenalty, frequencyPenalty, stopSequences, seed, reasoningEffort, providerOptions, headers, output, oversize, missing, extraConfig, tools, toolChoice, spawns, spawnSeconds, maxSteps, artifacts, queues",
    ],
  ],
  [
    'a trigger with a configuration',
    flowOf({
      nodes: [{ id: 'manual', kind: 'manual', config: {} }, NODES.done],
      edges: ['chat done', 'manual done'],
    }),
    ["error: Node 'manual' has an unknown field 'config'; known fields: id, kind, label"],
  ],
  [
    'a merge with a configuration',
    one({ ...NODES.join, config: { wait: true } }),
    ["error: Node 'join' has an unknown field 'config.wait'; known fields: none"],
  ],
  [
    '201 steps',
    one({ ...NODES.helper, config: { model: 'offline:demo', maxSteps: 201 } }),
    ["error: Node 'helper' has '201' in field 'config.maxSteps'; it must be a whole number from 1 to 200"],
  ],
  [
    'half a step',
    one({ ...NODES.helper, config: { model: 'offline:demo', maxSteps: 0.5 } }),
    ["error: Node 'helper' has '0.5' in field 'config.maxSteps'; it must be a whole number from 1 to 200"],
  ],
  [
    'a temperature as a text',
    one({ ...NODES.helper, config: { model: 'offline:demo', temperature: '1' } }),
    ["error: Node 'helper' has '1' in field 'config.temperature'; it must be a number from 0 to 2"],
  ],
  [
    'one category',
    one({ ...NODES.sort, config: { model: 'offline:demo', categories: [{ name: 'billing' }] } }),
    [
      "error: Node 'sort' has a list of 1 in field 'config.categories'; it must be a list of 2 to 50 categories",
    ],
  ],
  [
    'a category twice',
    one({ ...NODES.sort, config: { model: 'offline:demo', categories: [{ name: 'a' }, { name: 'a' }] } }),
    ["error: Node 'sort' has 'a' in field 'config.categories[1].name'; each category needs its own name"],
  ],
  [
    'a fallback that is no category',
    one({ ...NODES.sort, config: { ...NODES.sort.config, fallback: 'biling' } }),
    [
      "error: Node 'sort' has 'biling' in field 'config.fallback', which is not one of its categories (did you mean 'billing'?); its categories: billing, other",
    ],
  ],
  [
    'an operator that is none',
    one({ ...NODES.cheap, config: { over: 'x', conditions: [{ field: 'a', operator: 'equal', value: 1 }] } }),
    [
      "error: Node 'cheap' has 'equal' in field 'config.conditions[0].operator'; it must be one of 'exists', 'does_not_exist', 'is_empty', 'is_not_empty', 'equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with', 'matches_regex', 'not_matches_regex', 'gt', 'lt', 'gte', 'lte', 'after', 'before', 'after_or_equal', 'before_or_equal', 'is_true', 'is_false', 'length_eq', 'length_neq', 'length_gt', 'length_lt', 'length_gte', 'length_lte'",
    ],
  ],
  [
    '201 rules',
    one({
      ...NODES.route,
      config: { rules: Array.from({ length: 201 }, () => NODES.route.config.rules[0]) },
    }),
    ["error: Node 'route' has a list of 201 in field 'config.rules'; it must be a list of at most 200 rules"],
  ],
  [
    'a wait of more than a year',
    one({ ...NODES.pause, config: { seconds: 31_536_001 } }),
    [
      "error: Node 'pause' has '31536001' in field 'config.seconds'; it must be a number of seconds from 0 to 31,536,000",
    ],
  ],
  [
    'a wait of true',
    one({ ...NODES.pause, config: { seconds: true } }),
    [
      "error: Node 'pause' has 'true' in field 'config.seconds'; it must be a number of seconds from 0 to 31,536,000, or a template that returns one",
    ],
  ],
  [
    'a template node without a template',
    one({ ...NODES.letter, config: {} }),
    [
      "error: Node 'letter' has no field 'config.template'; it must be a text, a list or an object with templates in it",
    ],
  ],
  [
    '101 items at once',
    body({ ...NODES.each, config: { over: 'x', parallel: 101 } }),
    ["error: Node 'each' has '101' in field 'config.parallel'; it must be a whole number from 1 to 100"],
  ],
];

describe('validateFlow', () => {
  test.each(CASES)('%s -> all problems with their places', (_situation, given, told, context) => {
    const { problems, definition } = validateFlow(given, context);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
    expect(definition === undefined).toBe(true);
  });
});
