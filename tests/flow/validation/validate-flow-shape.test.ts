import { describe, expect, test } from 'vitest';
import type { FlowContext } from '../../../flow/validation/check-registered.js';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES, one } from './flows.js';

const CASES: [situation: string, given: unknown, told: string[], context?: FlowContext][] = [
  ['nothing', null, ['error: The flow is null; it must be an object']],
  ['a list', [], ['error: The flow is a list of 0; it must be an object']],
  ['a text', 'flow', ["error: The flow is 'flow'; it must be an object"]],
  [
    'no fields',
    {},
    [
      "error: The flow has no field 'slug'; it must be 1 to 64 of lower-case letters, digits, '-' and '_', beginning with a letter or digit",
      "error: The flow has no field 'name'; it must be a text of 1 to 100,000 characters",
      "error: The flow has no field 'nodes'; it must be a list of at most 500 nodes",
      "error: The flow has no field 'edges'; it must be a list of at most 2,000 edges",
    ],
  ],
  ['a class', new Map(), ['error: The flow is an object of a class; a definition is plain JSON']],
  [
    'a function in a config',
    flowOf({ nodes: [{ ...NODES.look, config: { run: () => 1 } }], edges: ['chat look'] }),
    ["error: Node 'look' has a field 'config.run' that is a function; a definition is plain JSON"],
  ],
  [
    'an unknown field of the flow',
    flowOf({ nodes: [NODES.done], edges: ['chat done'], node: [] }),
    [
      "error: The flow has an unknown field 'node' (did you mean 'nodes'?); known fields: slug, name, description, examples, missing, history, trajectory, budget, nodes, edges",
    ],
  ],
  [
    'a slug with capitals',
    flowOf({ slug: 'Triage', nodes: [NODES.done], edges: ['chat done'] }),
    [
      "error: The flow has 'Triage' in field 'slug'; it must be 1 to 64 of lower-case letters, digits, '-' and '_', beginning with a letter or digit",
    ],
  ],
  [
    'a budget that is none',
    flowOf({ budget: { tokens: -1 }, nodes: [NODES.done], edges: ['chat done'] }),
    ["error: Budget field 'tokens' is '-1'; it must be a positive whole number of tokens"],
  ],
  [
    'an empty name',
    flowOf({ name: '', nodes: [NODES.done], edges: ['chat done'] }),
    ["error: The flow has '' in field 'name'; it must be a text of 1 to 100,000 characters"],
  ],
  [
    '501 nodes',
    flowOf({ nodes: Array.from({ length: 500 }, (_, index) => ({ id: `n${index}`, kind: 'merge' })) }),
    ["error: The flow has a list of 501 in field 'nodes'; it must be a list of at most 500 nodes"],
  ],
  [
    '2,001 edges',
    flowOf({ nodes: [NODES.done], edges: Array.from({ length: 2_001 }, () => 'chat done') }),
    ["error: The flow has a list of 2001 in field 'edges'; it must be a list of at most 2,000 edges"],
  ],
  [
    'a text of 100,001 characters',
    one({ ...NODES.done, config: { text: 'x'.repeat(100_001) } }),
    [
      "error: Node 'done' has a field 'config.text' that has 100,001 characters; it must be a text of at most 100,000 characters",
    ],
  ],
  [
    'half a surrogate pair',
    one({ ...NODES.done, config: { text: 'a\ud800' } }),
    [
      "error: Node 'done' has a field 'config.text' that has a null character or half a surrogate pair, which cannot be stored; drop it",
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
