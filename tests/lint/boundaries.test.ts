import { ESLint } from 'eslint';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const PRODUCT = [
  'protocol',
  'context',
  'flow',
  'trajectory',
  'extend',
  'models',
  'store',
  'activities',
  'client',
  'servers',
  'temporal',
  'worker',
];

const ARROWS: Record<string, { values: string[]; types?: string[] }> = {
  protocol: { values: [] },
  context: { values: ['protocol'] },
  flow: { values: ['protocol'] },
  extend: { values: ['protocol'], types: ['trajectory'] },
  servers: { values: ['protocol'] },
  temporal: { values: ['protocol'] },
  migrations: { values: [] },
  trajectory: { values: ['protocol', 'context'] },
  models: { values: ['protocol'], types: ['context'] },
  store: { values: ['protocol', 'context', 'flow', 'trajectory'] },
  workflows: { values: ['protocol', 'flow'] },
  activities: { values: ['protocol', 'context', 'flow', 'trajectory', 'store', 'models', 'extend'] },
  client: {
    values: ['protocol', 'models', 'store', 'flow', 'context', 'trajectory', 'servers', 'temporal'],
  },
  gateway: {
    values: ['protocol', 'activities', 'client', 'context', 'flow', 'trajectory'],
    types: ['store'],
  },
  worker: {
    values: [
      'protocol',
      'activities',
      'context',
      'extend',
      'flow',
      'models',
      'store',
      'temporal',
      'workflows',
    ],
  },
  testing: { values: PRODUCT },
  cli: { values: [...PRODUCT, 'gateway'] },
  lab: { values: [...PRODUCT, 'workflows', 'gateway', 'testing', 'cli'] },
};
const FOLDERS = [...Object.keys(ARROWS), 'tests', 'scripts'];

const ROOT = join(import.meta.dirname, '../..');
const BOUNDARY_RULES = ['threadline/boundaries'];
const ENVIRONMENT_RULES = ['no-restricted-properties', 'no-restricted-imports'];
const VALUE = 'import { thing } from';
const TYPE = 'import type { thing } from';

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
});

describe('boundaries', () => {
  test.each(Object.entries(ARROWS))(
    '%s -> values and types pass only along its arrows',
    async (from, arrows) => {
      const { values, types = [] } = arrows;
      const others = FOLDERS.filter((to) => to !== from);
      const imports = others.flatMap((to) => [`${VALUE} '../${to}/x.js';`, `${TYPE} '../${to}/x.js';`]);
      const passing = others.flatMap((to) => [values.includes(to), [...values, ...types].includes(to)]);
      const refused = await refusedLines(`${from}/x.ts`, imports);
      expect(imports.filter((line) => !refused.includes(line))).toEqual(
        imports.filter((_line, index) => passing[index]),
      );
    },
  );

  test.each([
    ['a neighbour', 'context/x.ts', './y.js'],
    ['a folder of its own', 'context/x.ts', './store/y.js'],
    ['its own folder from below', 'context/a/x.ts', '../y.js'],
    ['a folder of its own named as a closed one', 'store/a/x.ts', '../nodes/y.js'],
    ['a package', 'context/x.ts', 'ai'],
    ['a package with such a folder', 'context/x.ts', '@temporalio/common/store/y.js'],
    ['the environment, where a client is made', 'client/x.ts', '../config.js'],
    ['the messages, from a client', 'client/x.ts', '../protocol/messages.js'],
    ['ids, from an Activity', 'activities/x.ts', '../protocol/ids.js'],
    ['limits, from an Activity further down', 'activities/a/b/x.ts', '../../../protocol/limits.js'],
    ['the worker, from the command line', 'cli/x.ts', '../worker/y.js'],
    ['the worker, from the harness', 'packages/testing/a/x.ts', '../../../worker/y.js'],
  ])('%s -> passes', async (_name, file, path) => {
    expect(await isRefused(file, `${VALUE} '${path}';`)).toBe(false);
  });

  test.each([
    ['as a package, where none may be', 'protocol/a/x.ts', '@temporalio/common'],
    ['as a part of Node.js, where no package may be', 'protocol/x.ts', 'node:crypto'],
    ['from the folder', 'context/x.ts', '../store/y.js'],
    ['one deeper', 'context/a/x.ts', '../../store/y.js'],
    ['two deeper', 'context/a/b/x.ts', '../../../store/y.js'],
    ['three deeper', 'context/a/b/c/x.ts', '../../../../store/y.js'],
    ['something further down', 'context/a/x.ts', '../../store/tables/a/y.js'],
    ['with a point before it', 'context/x.ts', './../store/y.js'],
    ['over its own folder', 'context/x.ts', '../context/../store/y.js'],
    ['over a folder of its own', 'context/x.ts', './a/../../store/y.js'],
    ['from a folder named as one that is allowed', 'flow/context/x.ts', '../../context/y.js'],
    ['in capitals', 'context/x.ts', '../STORE/y.js'],
    ['the environment', 'context/x.ts', '../config.js'],
    ['the environment, one deeper', 'activities/a/x.ts', '../../config.js'],
    ['the project, as a value where types may', 'worker/x.ts', '../define-config.js'],
    ['the package by its own name', 'context/x.ts', 'threadline'],
    ['a part of the package by its own name', 'context/x.ts', 'threadline/testing'],
    ['an Activity from a client', 'client/x.ts', '../activities/y.js'],
    ['the command line from the harness', 'packages/testing/x.ts', '../../cli/y.js'],
    ['other files of the Workflows from a client', 'client/x.ts', '../workflows/index.js'],
    ['other files of the Workflows from an Activity', 'activities/a/x.ts', '../../workflows/refusal.js'],
  ])('a forbidden import spelled %s -> refused', async (_name, file, path) => {
    expect(await isRefused(file, `${VALUE} '${path}';`)).toBe(true);
  });

  test.each([
    "import '../store/y.js';",
    "import thing from '../store/y.js';",
    "import * as thing from '../store/y.js';",
    "import { type thing, other } from '../store/y.js';",
    "export * from '../store/y.js';",
    "export { thing } from '../store/y.js';",
    "export type { thing } from '../store/y.js';",
    "import thing = require('../store/y.js');",
    "await import('../store/y.js');",
    "await import('./../store/y.js');",
    "await import('./a/../../store/y.js');",
    "await import('../config.js');",
  ])('%s -> refused', async (code) => {
    expect(await isRefused('context/x.ts', code)).toBe(true);
  });

  test.each([
    ['models/x.ts', "import { other, type thing } from '../context/y.js';", true],
    ['models/x.ts', "import { type thing } from '../context/y.js';", false],
    ['models/x.ts', "export type { thing } from '../context/y.js';", false],
    ['models/x.ts', "export { thing } from '../context/y.js';", true],
    ['models/x.ts', "await import('../context/y.js');", true],
    ['models/x.ts', "await import('./context/y.js');", false],
    ['models/x.ts', "await import('@ai-sdk/openai');", false],
    ['client/x.ts', "await import('../protocol/ids.js');", false],
    ['client/x.ts', "await import('../workflows/index.js');", true],
    ['activities/a/x.ts', "await import('../../protocol/limits.js');", false],
    ['activities/a/x.ts', "await import('../../store/y.js');", false],
  ])('in %s: %s -> refused: %s', async (file, code, refused) => {
    expect(await isRefused(file, code)).toBe(refused);
  });

  test('a refused import -> the sentence lists what is allowed', async () => {
    const [result] = await eslint.lintText(`${VALUE} '../store/y.js';`, {
      filePath: join(ROOT, 'models/x.ts'),
    });
    expect(result?.messages.map((message) => message.message).join()).toContain(
      'models/ may import only from: protocol, files, context (types).',
    );
  });
});

describe('the environment', () => {
  const readers = [
    'process.env.HOME;',
    "process['env'].HOME;",
    'const { env } = process;',
    'const { env: settings } = process;',
    "import process from 'node:process'; process.env.HOME;",
    "import { env } from 'node:process';",
    "import { env as settings } from 'process';",
  ];

  test.each(readers)('%s outside config.ts -> refused', async (code) => {
    for (const file of [
      'store/x.ts',
      'workflows/a/x.ts',
      'cli/x.ts',
      'testing/x.ts',
      'index.ts',
      'context/config.ts',
    ])
      expect([file, await isRefused(file, code, ENVIRONMENT_RULES)]).toEqual([file, true]);
  });

  test.each([
    'config.ts',
    'tests/x.test.ts',
    'vitest.config.ts',
    'examples/x/threadline.config.ts',
    'cli/main.ts',
  ])('process.env in %s -> passes', async (file) => {
    expect(await isRefused(file, 'process.env.HOME;', ENVIRONMENT_RULES)).toBe(false);
  });
});

async function isRefused(file: string, code: string, rules = BOUNDARY_RULES): Promise<boolean> {
  return (await refusedLines(file, [code], rules)).length > 0;
}

async function refusedLines(file: string, lines: string[], rules = BOUNDARY_RULES): Promise<string[]> {
  const [result] = await eslint.lintText(lines.join('\n'), { filePath: join(ROOT, file) });
  const fatal = result?.messages.find((message) => message.fatal);
  if (fatal !== undefined) throw new Error(`It cannot be read: ${fatal.message}`);
  const messages = result?.messages.filter((message) => rules.includes(message.ruleId ?? '')) ?? [];
  return lines.filter((_line, index) => messages.some((message) => message.line === index + 1));
}
