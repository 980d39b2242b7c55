import tseslint from 'typescript-eslint';
import { boundaries } from './scripts/lint/boundaries.js';
import { plainWords, proseParser } from './scripts/lint/plain-words.js';
import { functionVerbs, namedThings } from './scripts/lint/words.js';

/** What runs a turn, except the Workflows, which run in their own sandbox. */
const PRODUCT = [
  'protocol',
  'context',
  'flow',
  'trajectory',
  'tracing',
  'views',
  'files',
  'extend',
  'models',
  'store',
  'activities',
  'client',
  'servers',
  'telemetry',
  'temporal',
  'worker',
];

/**
 * Allowed imports besides the folder itself and packages, as in ARCHITECTURE.md. `types`: with `import type` only;
 * `hasPackages: false`: no packages.
 */
const ARROWS = {
  protocol: { from: [], hasPackages: false },
  files: { from: ['protocol', 'flow'] },
  context: { from: ['protocol'] },
  flow: { from: ['protocol'] },
  trajectory: { from: ['protocol', 'context'] },
  tracing: { from: ['protocol', 'context'] },
  extend: { from: ['protocol'], types: ['trajectory'] },
  models: { from: ['protocol', 'files'], types: ['context'] },
  store: {
    from: ['protocol', 'context', 'flow', 'telemetry', 'trajectory'],
    types: ['views'],
  },
  views: { from: ['protocol', 'context', 'flow', 'trajectory'] },
  telemetry: { from: ['protocol'] },
  migrations: { from: [] },
  workflows: { from: ['protocol', 'flow'] },
  activities: {
    from: [
      'protocol',
      'context',
      'files',
      'flow',
      'trajectory',
      'tracing',
      'store',
      'models',
      'extend',
      'telemetry',
    ],
    types: ['views'],
  },
  client: {
    from: [
      'protocol',
      'store',
      'files',
      'flow',
      'context',
      'models',
      'trajectory',
      'tracing',
      'config',
      'servers',
      'telemetry',
      'temporal',
    ],
    types: ['views'],
  },
  gateway: {
    from: [
      'protocol',
      'client',
      'context',
      'flow',
      'trajectory',
      'views',
      'files',
      'activities',
      'telemetry',
      'config',
    ],
    types: ['store'],
  },
  // Built for browsers: only shapes of the gateway's responses.
  studio: {
    from: ['protocol', 'flow', 'trajectory'],
    types: ['client', 'context', 'gateway', 'store', 'views'],
  },
  servers: { from: ['protocol'] },
  temporal: { from: ['protocol'], types: ['views'] },
  worker: {
    from: [
      'protocol',
      'activities',
      'context',
      'extend',
      'flow',
      'models',
      'store',
      'telemetry',
      'temporal',
      'tracing',
      'workflows',
      'config',
    ],
    types: ['define-config', 'views'],
  },
  // Ships as `threadline/testing`.
  testing: { from: [...PRODUCT, 'config'] },
  cli: { from: [...PRODUCT, 'gateway', 'config'], types: ['define-config'] },
  // Never ships.
  lab: {
    from: [...PRODUCT, 'workflows', 'gateway', 'testing', 'cli', 'config'],
    types: ['define-config'],
  },
};

const THREADLINE = {
  threadline: {
    rules: {
      boundaries,
      'function-verbs': functionVerbs,
      'named-things': namedThings,
      'plain-words': plainWords,
    },
  },
};

/** Texts for models, measured with their words, and patterns of what users write. */
const PROMPTS = [
  'activities/agent/plan/{begin-step,plan-due-call}.ts',
  'activities/agent/tools/to-tool-output.ts',
  'activities/memory/identify-user.ts',
  'activities/upkeep/fit-source.ts',
  'context/call/plan-call.ts',
  'context/compaction/**',
  'context/plan/cut-message.ts',
  'context/results/{pointer,read-lines}.ts',
  'context/standing/**',
  'context/summary/**',
  'context/threads/**',
  'context/transcript/plan-transcript.ts',
  'examples/**',
  'extend/mcp/to-tool-result.ts',
  'extend/tools/current-time.ts',
  'store/conversation/omit-messages.ts',
  'trajectory/portraits/portrait-request.ts',
];

export default tseslint.config(
  { ignores: ['node_modules', 'dist', '.threadline', 'tests/fixtures'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ObjectExpression > SpreadElement > ObjectExpression',
          message: 'Write the properties themselves: a spread of an object literal hides them.',
        },
      ],
    },
  },
  {
    files: ['tests/**/*.ts', 'packages/lab/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['packages/studio/strings.*.ts'], rules: { 'max-lines': 'off' } },
  // A describe is a list of tests.
  { files: ['tests/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
  {
    files: ['**/*.ts'],
    ignores: [
      'config.ts',
      'tests/**',
      'scripts/**',
      'packages/lab/**',
      '*.config.ts',
      'examples/*/threadline.config.ts',
      'examples/*/worker.ts',
      'template/threadline.config.ts',
      'cli/main.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
      ],
      'no-restricted-imports': [
        'error',
        ...['process', 'node:process'].map((name) => ({
          name,
          importNames: ['env'],
          message: 'Only config.ts reads the environment.',
        })),
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: THREADLINE,
    rules: {
      'threadline/boundaries': [
        'error',
        { arrows: ARROWS, root: import.meta.dirname, packageName: 'threadline' },
      ],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // Migrations are never edited once they are released.
    ignores: ['tests/**', 'packages/lab/**', 'scripts/**', 'examples/**', 'template/**', 'migrations/**'],
    rules: { 'threadline/function-verbs': 'error', 'threadline/named-things': 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    // These two hold the words themselves.
    ignores: ['context/retrieval/near-synonym-data.ts', 'tests/lint/words.test.ts'],
    rules: { 'threadline/plain-words': 'error' },
  },
  {
    files: ['tests/**/*.ts', ...PROMPTS],
    ignores: ['tests/lint/words.test.ts'],
    rules: { 'threadline/plain-words': ['error', 'common'] },
  },
  {
    files: ['**/*.md', '.ci/run'],
    // Written from the code, with names on the wire and prompts.
    ignores: ['docs/reference/**'],
    plugins: THREADLINE,
    languageOptions: { parser: proseParser },
    rules: { 'threadline/plain-words': 'error' },
  },
);
