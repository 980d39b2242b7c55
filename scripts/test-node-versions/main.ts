import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { installExtra } from '../install-extra/install-extra.js';

const SKIPPED = 2;
const ROOT = resolve(import.meta.dirname, '..', '..');
const FOLDER = 'tests/node-versions';
const COMMAND = join(ROOT, 'bin', 'threadline.js');
/** What differs between versions of Node: threads, streams, processes, HTTP, and Temporal's native module. */
const TESTS = [
  'tests/cli/program',
  'tests/flow/code',
  'tests/models/stream',
  'tests/integration/durability.test.ts',
  'tests/integration/gateway/openai-chat.test.ts',
];

process.exitCode = testNodeVersions();

function testNodeVersions(): number {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error('Skipped: these versions of Node are installed for Linux x64');
    return SKIPPED;
  }
  installExtra(FOLDER);
  return ['node-22', 'node-24'].every(testVersion) ? 0 : 1;
}

function testVersion(name: string): boolean {
  const node = join(ROOT, FOLDER, 'node_modules', name, 'bin', 'node');
  console.log(`== ${name}`);
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  return (
    hasSupportedPackages(node) &&
    answersAlone(node) &&
    run(node, [vitest, 'run', '--project=unit', '--project=integration', '--reporter=dot', ...TESTS]).isOk
  );
}

function hasSupportedPackages(node: string): boolean {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error("npm_execpath is not set: use 'npm run test:node-versions'");
  const { isOk, printed } = run(node, [npm, 'ci', '--dry-run'], { isQuiet: true });
  const warnings = printed.split('\n').filter((line) => line.includes('EBADENGINE'));
  warnings.forEach((line) => console.error(line));
  return isOk && warnings.length === 0;
}

function answersAlone(node: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-node-'));
  try {
    if (!run(node, [COMMAND, '--version'], { cwd: folder }).isOk) return false;
    const input = 'use calculate to work out 6*7\n';
    const { isOk, printed } = run(node, [COMMAND, 'dev', '--user', 'ada'], { cwd: folder, input });
    return isOk && printed.includes('42');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(
  node: string,
  args: readonly string[],
  { cwd = ROOT, input, isQuiet = false }: { cwd?: string; input?: string; isQuiet?: boolean } = {},
): { isOk: boolean; printed: string } {
  const { status, stdout, stderr } = spawnSync(node, args, { cwd, input, encoding: 'utf8' });
  const printed = stdout + stderr;
  if (!isQuiet || status !== 0) console.log(printed);
  return { isOk: status === 0, printed };
}
