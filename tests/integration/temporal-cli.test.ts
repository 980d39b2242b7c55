import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readConfig } from '../../config.js';
import { findTemporalCli } from '../../servers/temporal/find-temporal-cli.js';
import { userCacheDir } from '../../servers/index.js';
import { readBlocks } from '../docs/documentation.js';
import { readScripts } from '../docs/read-commands.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const run = promisify(execFile);
let system: TestSystem;
let cli: string;
beforeAll(async () => {
  const { temporalCliPath, homeDir, xdgCacheHome } = readConfig();
  cli = await findTemporalCli({
    temporalCliPath,
    cacheDir: userCacheDir({ platform: process.platform, homeDir: homeDir || homedir(), xdgCacheHome }),
  });
  system = await startTestSystem(inject('environment'));
});
afterAll(() => system?.stop());

async function temporal(...args: string[]): Promise<string> {
  const { stdout } = await run(cli, [...args, '--address', system.environment.temporalAddress], {
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout;
}

describe("Temporal's CLI", () => {
  test('commands and options of the documentation -> exist', async () => {
    const blocks = readScripts(
      readBlocks('sh').map(({ code }) => code.replaceAll(/<[\w ]+>|…/g, 'x')),
      [],
    );
    const commands = blocks.flatMap(({ commands }) => commands).filter(([program]) => program === 'temporal');
    expect(commands.length).toBeGreaterThan(10);
    const { stdout: global } = await run(cli, ['options']);
    const helps = new Map<string, string>();
    for (const [, ...words] of commands) {
      const name = words.slice(
        0,
        words.findIndex((word) => word.startsWith('--')),
      );
      const key = name.join(' ');
      const help = helps.get(key) ?? (await run(cli, [...name, '--help'])).stdout;
      helps.set(key, help);
      expect(help).toContain(`temporal ${key} [flags]`);
      const options = words.filter((word) => word.startsWith('--'));
      for (const option of options) expect(`${help}${global}`).toContain(` ${option} `);
    }
  });

  test('signal-with-start, update, query, trace -> work as printed in docs/chat.md; a blank text is refused as empty', async () => {
    const user = system.newUser();
    const workflowId = `conversation/assistant/${user}`;
    system.model.reply(text('Hello by signal.'), text('Hello by update.'));
    await temporal(
      ...['workflow', 'signal-with-start', '--type', 'conversation', '--task-queue', system.taskQueue],
      ...['--workflow-id', workflowId, '--input', JSON.stringify({ flow: 'assistant', user })],
      ...['--signal-name', 'postTurn', '--signal-input', '{"text":"hello"}'],
    );
    const answer = await temporal(
      ...[
        'workflow',
        'update',
        'execute',
        '--workflow-id',
        workflowId,
        '--name',
        'ask',
        '--input',
        '{"text":"hello"}',
      ],
    );
    expect(answer).toContain('Hello by update.');
    const status = await temporal('workflow', 'query', '--workflow-id', workflowId, '--type', 'status');
    expect(status).toContain('"turns":2');
    await expect(
      temporal(
        'workflow',
        'update',
        'execute',
        '--workflow-id',
        workflowId,
        '--name',
        'ask',
        '--input',
        '{"text":" "}',
      ),
    ).rejects.toMatchObject({ stderr: expect.stringContaining('empty') });
    await temporal('workflow', 'cancel', '--workflow-id', workflowId);
    await system.temporal.workflow
      .getHandle(workflowId)
      .result()
      .catch(() => undefined);
    const trace = await temporal('workflow', 'trace', '--workflow-id', workflowId);
    expect(trace).toContain('execution');
    expect(trace.split('/turn/')).toHaveLength(3);
  });
});
