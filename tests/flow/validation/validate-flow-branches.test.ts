import { describe, expect, test } from 'vitest';
import { validateFlow } from '../../../flow/validation/validate-flow.js';
import { flowOf, NODES } from './flows.js';
import { afterRoutes, code, LEFT, RIGHT, ROUTES, SOUND_FLOWS, WITH_FALLBACK } from './sound-flows.js';

const RESCUE = ['chat left', 'left right error', 'left done', 'right done'];

function afterRescue(text: string) {
  return flowOf({ nodes: [LEFT, RIGHT, { ...NODES.done, config: { text } }], edges: RESCUE });
}

const notAlways = (path: string, text: string): string =>
  `warning: Node 'done' reads '${path}' in field 'config.text', but node '${path.split('.')[0]}' ${text}; add a default as in '{{ ${path} | default('…') }}', or set 'missing' of the node or the flow to 'empty' or 'keep'`;
const AROUND = 'does not run on every path to this node';

const READ_BEHIND_A_BRANCH: [situation: string, given: unknown, told: string[]][] = [
  [
    'alternatives of a switch',
    afterRoutes('{{ left.output }}{{ right.output | upper }}'),
    [notAlways('left.output', AROUND), notAlways('right.output', AROUND)],
  ],
  [
    'both ends of an error edge',
    afterRescue('{{ left.output }}{{ right.output }}'),
    [
      notAlways('left.output', 'may have failed, and its output is then an error'),
      notAlways('right.output', AROUND),
    ],
  ],
  [
    'an error where both ends of an error edge meet',
    afterRescue('{{ left.error }}'),
    [notAlways('left.error', 'may have succeeded, and its output is then no error')],
  ],
  [
    'a branch of another trigger',
    flowOf({
      nodes: [
        { id: 'manual', kind: 'manual' },
        LEFT,
        { ...NODES.done, config: { text: '{{ left.output }}' } },
      ],
      edges: ['chat left', 'left done', 'manual done'],
    }),
    [notAlways('left.output', AROUND)],
  ],
  [
    'an output of a branch in code',
    flowOf({
      nodes: [WITH_FALLBACK, LEFT, RIGHT, code('both', 'left.output + nodes.right.output'), NODES.done],
      edges: [...ROUTES, 'left both', 'right both', 'both done'],
    }),
    ['left.output', 'nodes.right.output'].map((path) => {
      const id = path.includes('left') ? 'left' : 'right';
      return `warning: Node 'both' reads '${path}' in field 'config.expression', but node '${id}' ${AROUND}; read it as 'nodes.${id}?.output'`;
    }),
  ],
];

const NEVER: [situation: string, given: unknown, told: string[]][] = [
  [
    'the output of a node that has failed',
    flowOf({
      nodes: [LEFT, { ...NODES.done, config: { text: '{{ left.output }}' } }],
      edges: ['chat left', 'left done error'],
    }),
    [
      "error: Node 'done' reads 'left.output' in field 'config.text', but node 'left' has failed whenever this node runs; read another value",
    ],
  ],
  [
    'the error of a node that has succeeded',
    flowOf({
      nodes: [LEFT, { ...NODES.done, config: { text: '{{ left.error }}' } }],
      edges: ['chat left', 'left done'],
    }),
    [
      "error: Node 'done' reads 'left.error' in field 'config.text', but node 'left' never fails before this node; read another value",
    ],
  ],
  [
    'the results of a loop in its own body',
    flowOf({
      nodes: [NODES.each, code('sum', 'each.results.length'), NODES.done],
      edges: ['chat each', 'each sum item', 'sum each next', 'each done'],
    }),
    [
      "error: Node 'sum' reads 'each.results.length' in field 'config.expression', but loop 'each' has no output while its items run; read it after the loop",
    ],
  ],
];

describe('validateFlow', () => {
  test.each(READ_BEHIND_A_BRANCH)('%s, which may not exist -> a warning', (_situation, given, told) => {
    const { problems, definition } = validateFlow(given);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`).sort()).toEqual(told);
    expect(definition === undefined).toBe(false);
  });

  test.each(NEVER)('%s, which never exists -> an error', (_situation, given, told) => {
    const { problems } = validateFlow(given);
    expect(problems.map(({ severity, message }) => `${severity}: ${message}`)).toEqual(told);
  });

  test.each(SOUND_FLOWS)('%s -> no problem', (_situation, given) => {
    expect(validateFlow(given).problems).toEqual([]);
  });
});
