import tseslint from 'typescript-eslint';

/**
 * What each folder may import, besides itself and packages. The arrows of ARCHITECTURE.md, kept here so
 * that a wrong import fails the build. `types` may be imported with `import type` only.
 */
const ARROWS = {
  context: { from: [] },
  flow: { from: [] },
  trajectory: { from: ['context'] },
  tools: { from: [], types: ['trajectory'] },
  nodes: { from: [], types: ['tools', 'trajectory'] },
  models: { from: [], types: ['context'] },
  store: { from: ['migrations', 'context', 'flow', 'trajectory'] },
  migrations: { from: [] },
  workflows: { from: ['flow', 'context'], types: ['activities', 'store'] },
  activities: { from: ['context', 'flow', 'trajectory', 'store', 'models', 'tools', 'nodes'] },
  client: { from: ['store', 'flow', 'context', 'trajectory', 'config', 'servers'], types: ['workflows'] },
  servers: { from: [] },
  worker: {
    from: ['activities', 'context', 'flow', 'models', 'nodes', 'store', 'tools', 'workflows', 'migrations'],
    types: ['config', 'define-config'],
  },
};
/** Modules beside the folders; `config` reads the environment. */
const ROOT_MODULES = ['config', 'define-config'];
/** What the Workflows share with whoever talks to them: names, shapes, ids and limits of their messages. */
const MESSAGES = ['ids', 'limits', 'messages'];
const SPEAKS_TO_WORKFLOWS = ['activities', 'client'];
const PLACES = [...Object.keys(ARROWS), 'cli', 'testing', 'bench', 'tests', 'scripts', ...ROOT_MODULES];

const boundaries = Object.entries(ARROWS).map(([folder, { from, types = [] }]) => {
  const closed = PLACES.filter((other) => other !== folder && ![...from, ...types].includes(other));
  const message = `${folder}/ may import only from: ${[...from, ...types.map((t) => `${t} (types)`)].join(', ') || 'packages'}.`;
  const group = (places) =>
    places
      .map((other) => (ROOT_MODULES.includes(other) ? `${other}.js` : `${other}/**`))
      .flatMap((path) => [`**/../${path}`, `../${path}`, `../../${path}`]);
  const speaksToWorkflows = SPEAKS_TO_WORKFLOWS.includes(folder);
  const allowed = speaksToWorkflows ? MESSAGES.map((name) => `!**/workflows/${name}.js`) : [];
  // `import()` is no import declaration: it needs a rule of its own, in a regular expression.
  const messages = speaksToWorkflows ? `(?!workflows\\/(${MESSAGES.join('|')})\\.js$)` : '';
  const dynamic = `(^|\\/)\\.\\.\\/${messages}(${[...closed, ...types].join('|')})(\\/|\\.js$)`;
  return {
    files: [`${folder}/**/*.ts`],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // By its own name the package would be a way around the arrows.
              group: [...group(closed), 'threadline', 'threadline/**', ...allowed],
              message,
            },
            ...(types.length > 0
              ? [{ group: [...group(types), ...allowed], message, allowTypeImports: true }]
              : []),
          ],
        },
      ],
      'no-restricted-syntax': ['error', { selector: `ImportExpression[source.value=/${dynamic}/]`, message }],
    },
  };
});

export default tseslint.config(
  { ignores: ['node_modules', 'dist', '.threadline', 'tests/fixtures'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true } },
    files: ['**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['tests/**/*.ts', 'bench/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  {
    files: ['**/*.ts'],
    ignores: [
      'config.ts',
      'tests/**',
      'scripts/**',
      '*.config.ts',
      'examples/*/threadline.config.ts',
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
  ...boundaries,
);
