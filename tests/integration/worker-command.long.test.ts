import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { createWorkspace, SOURCE_COMMAND, type Workspace } from '../cli/end-to-end/run-threadline.js';

const taken = createServer();
let system: TestSystem;
let workspace: Workspace;
let address: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  workspace = createWorkspace(
    {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
      THREADLINE_HTTP_ADDRESS: address,
      THREADLINE_LOG_LEVEL: 'WARN',
    },
    SOURCE_COMMAND,
  );
});
afterAll(async () => {
  taken.close();
  await workspace?.cleanUp();
  await system?.stop({ check: false });
});

describe('threadline worker', () => {
  test('a port that is taken, with warnings only -> 1, one sentence that names the variable, and no other line', async () => {
    const { exitCode, stdout, stderr } = await workspace.run(['worker']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`The HTTP port ${address} cannot be used`);
    expect(stderr).toContain('THREADLINE_HTTP_ADDRESS');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
  });

  test.each([
    ['it', [], 'Worker'],
    ["a provider's worker", ['--provider', 'house'], 'Provider house'],
  ])(
    '%s stopped -> doctor no longer counts it, although Temporal lists it for minutes',
    async (_, more, name) => {
      const { environment } = workspace;
      const env = { ...environment, THREADLINE_HTTP_ADDRESS: '127.0.0.1:0', THREADLINE_LOG_LEVEL: 'INFO' };
      const own = createWorkspace(env as Record<string, string>, SOURCE_COMMAND);
      try {
        writeFileSync(join(own.folder, 'threadline.config.ts'), houseConfig());
        const worker = own.start(['worker', ...more]);
        await worker.until('Listening on Task Queue');
        await expect.poll(() => readStatus(own, name), { timeout: 60_000, interval: 2_000 }).toBe('ok');
        worker.process.kill('SIGTERM');
        expect((await worker.ended).exitCode).toBe(0);
        expect(await readStatus(own, name)).toBe('fail');
      } finally {
        await own.cleanUp();
      }
    },
  );
});

function houseConfig(): string {
  const models = { house: { baseUrl: system.model.baseUrl, models: { m: { window: 32_768 } } } };
  const providers = { house: { taskQueue: `${system.taskQueue}-house` } };
  return `
    import { agent, chat, defineConfig, defineFlow } from 'threadline';
    const assistant = defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), answer: agent({ model: 'house:m' }) },
      edges: [['chat', 'answer']],
    });
    export default defineConfig({ flows: [assistant], ...${JSON.stringify({ models, providers })} });`;
}

async function readStatus(workspace: Workspace, check: string): Promise<string | undefined> {
  const { stdout } = await workspace.run(['doctor', '--json']);
  const checks = JSON.parse(stdout) as { name: string; status: string }[];
  return checks.find(({ name }) => name === check)?.status;
}
