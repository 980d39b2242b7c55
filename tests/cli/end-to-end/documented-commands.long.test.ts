import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../config.js';
import { findRunningServers } from '../../../servers/find-running-servers.js';
import { userCacheDir } from '../../../servers/index.js';
import { findTemporalCli } from '../../../servers/temporal/find-temporal-cli.js';
import { readBlocks } from '../../docs/documentation.js';
import { createWorkspace } from './run-threadline.js';

const RUN: Record<string, string> = {
  'README.md 3': '',
  'README.md 4': '',
  'docs/branches.md 1': `temporal workflow update execute --workflow-id conversation/assistant/ada --name ask \\
    --input '{"text":"Where is order 4711?","turnId":"mail-4711"}'`,
  'docs/branches.md 2': '',
  'docs/long-conversations.md 1': '',
  'docs/operating.md 4': '',
  'docs/trajectories.md 1': '',
  'docs/transcripts.md 1': '',
  'docs/transcripts.md 2': `
    echo '{"model":"gpt-4","messages":[{"role":"user","content":"hi"}]}' > conversations.json
    echo '{"role":"user","content":"hi"}' > rollout-2026-01-01.jsonl`,
};

const EXCEPTED: Record<string, readonly string[]> = {
  'runs in check:package': [
    'README.md 1',
    'README.md 5',
    'CONTRIBUTING.md 1',
    'docs/get-started.md 1',
    'docs/get-started.md 2',
  ],
  'runs in tests/integration/temporal-cli.test.ts, without `trace`, which never ends': ['docs/chat.md 1'],
  'runs in tests/integration/roles.test.ts': ['docs/security.md 2'],
  'needs keys of providers': ['README.md 2'],
  'runs all tests': ['README.md 6'],
  'has ids of other executions': [
    'docs/approvals.md 1',
    'docs/flows.md 1',
    'docs/flows.md 2',
    'docs/gateway.md 2',
    'docs/gateway.md 3',
    'docs/threads.md 1',
  ],
  'has a process that runs until it is stopped': [
    'docs/gateway.md 1',
    'docs/operating.md 5',
    'docs/security.md 1',
    'docs/upgrading.md 1',
    ...['long-document', 'own-worker', 'purchase', 'research', 'support-assistant', 'triage'].map(
      (name) => `examples/${name}/README.md 1`,
    ),
  ],
  'needs that process': ['examples/long-document/README.md 2', 'examples/purchase/README.md 2'],
  'needs a cluster': ['docs/kubernetes.md 1', 'docs/kubernetes.md 2', 'docs/kubernetes.md 3'],
  'asks for a confirmation, and ends every Workflow': ['docs/operating.md 3'],
  "needs Postgres's own tools": ['docs/operating.md 1', 'docs/operating.md 2'],
  'installs a large model': ['docs/long-conversations.md 2'],
  'needs two builds': ['docs/upgrading.md 2', 'docs/upgrading.md 3'],
};

const blocks = readBlocks('sh').map(({ page, code }, index, all) => {
  const before = all.slice(0, index).filter((other) => other.page === page).length;
  return { name: `${page} ${before + 1}`, code };
});

const workspace = createWorkspace();
let functions: string;
beforeAll(async () => {
  const dev = workspace.start(['dev']);
  dev.process.stdin.write('My badge number is 7741.\n');
  await dev.until('I read your message');
  const { temporalCliPath, homeDir, xdgCacheHome } = readConfig();
  const cli = await findTemporalCli({
    temporalCliPath,
    cacheDir: userCacheDir({ platform: process.platform, homeDir: homeDir || homedir(), xdgCacheHome }),
  });
  const { temporalAddress } = findRunningServers(join(workspace.folder, '.threadline'));
  functions = `
    set -eo pipefail
    threadline() { '${process.execPath}' '${workspace.command}' "$@"; }
    npx() { shift; threadline "$@"; }
    temporal() { '${cli}' "$@" --address '${temporalAddress}'; }`;
});
afterAll(() => workspace.cleanUp());

describe('shell blocks of the documentation', () => {
  test('every block -> runs here or elsewhere, or has a reason', () => {
    const known = [...Object.keys(RUN), ...Object.values(EXCEPTED).flat()];
    expect(blocks.map(({ name }) => name).sort()).toEqual(known.sort());
  });

  test.each(blocks.filter(({ name }) => name in RUN))('$name -> every command ends with 0', async (block) => {
    const shell = spawn('bash', ['-c', `${functions}\n${RUN[block.name]}\n${block.code}`], {
      cwd: workspace.folder,
      env: workspace.environment,
    });
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    shell.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await once(shell, 'close');
    expect({ code: shell.exitCode, printed: shell.exitCode === 0 ? '' : printed }).toEqual({
      code: 0,
      printed: '',
    });
  });

  test('the plan that docs/transcripts.md prints -> is what the command prints', async () => {
    const [json] = readBlocks('json').filter(({ page }) => page === 'docs/transcripts.md');
    const transcript = '{"model":"gpt-4","messages":[{"role":"user","content":"hi"}]}';
    const { stdout } = await workspace.run(['plan'], transcript);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(json?.code ?? ''));
  });
});
