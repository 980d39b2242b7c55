import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findMutualFolders, listImports } from './mutual-folders.js';

/** Pairs that remain. A pair that is gone must be removed here. */
const KNOWN: readonly string[] = [
  'cli/dev and cli/serve',
  'client/audit and client/conversation',
  'client/conversation and client/threads',
  'flow/code and flow/compute',
  'flow/code and flow/output',
  'flow/conditions and flow/kinds',
  'flow/conditions and flow/validation',
  'flow/kinds and flow/output',
  'flow/kinds and flow/schema',
  'flow/kinds and flow/validation',
  'flow/templates and flow/validation',
  'models/facts and models/providers',
  'models/facts and models/sources',
  'models/failures and models/providers',
  'packages/gateway/openai/conversations and packages/gateway/openai/responses',
  'packages/lab/bench/turn and packages/lab/bench/workflows',
  'packages/studio/chat and packages/studio/why',
  'packages/studio/chat and packages/studio/work',
  'packages/studio/parts and packages/studio/shell',
  'packages/testing/model-server/anthropic and packages/testing/model-server/http',
  'packages/testing/model-server/google and packages/testing/model-server/http',
  'packages/testing/model-server/http and packages/testing/model-server/openai',
  'packages/testing/model-server/http and packages/testing/model-server/personalities',
  'packages/testing/model-server/http and packages/testing/model-server/replies',
  'packages/testing/model-server/http and packages/testing/model-server/responses',
  'store/artifacts and store/calls',
  'store/branches and store/conversation',
  'store/budget and store/calls',
  'store/calls and store/health',
  'store/calls and store/nodes',
  'store/calls and store/summaries',
  'store/conversation and store/execution',
  'store/conversation and store/nodes',
  'store/conversation and store/passages',
  'store/conversation and store/summaries',
  'store/conversation and store/threads',
  'store/execution and store/nodes',
  'store/execution and store/summaries',
  'store/execution and store/users',
  'store/passages and store/summaries',
  'store/trajectory and store/trajectory-files',
  'trajectory/recorded and trajectory/writes',
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'])
  .toString()
  .split('\n')
  // Tests use each other's fixtures.
  .filter((file) => file !== '' && !file.startsWith('tests/') && existsSync(file));
const found = findMutualFolders(
  files.flatMap((file) => listImports(file, readFileSync(file, 'utf8')).map((to) => ({ from: file, to }))),
);
const problems = [
  ...found
    .filter(({ pair }) => !KNOWN.includes(pair))
    .map(({ pair, imports }) => `${pair} import each other:\n  ${imports.join('\n  ')}`),
  ...KNOWN.filter((pair) => !found.some((one) => one.pair === pair)).map(
    (pair) => `${pair} no longer import each other: remove the pair from scripts/lint/check-folders.ts`,
  ),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
