import { once } from 'node:events';
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

  test('stopped -> doctor no longer counts it, although Temporal lists it for minutes', async () => {
    const { environment } = workspace;
    const env = { ...environment, THREADLINE_HTTP_ADDRESS: '127.0.0.1:0', THREADLINE_LOG_LEVEL: 'INFO' };
    const own = createWorkspace(env as Record<string, string>, SOURCE_COMMAND);
    try {
      const worker = own.start(['worker']);
      await worker.until('Listening on Task Queue');
      await expect.poll(() => checkWorker(own), { timeout: 60_000, interval: 2_000 }).toBe('ok');
      worker.process.kill('SIGTERM');
      expect((await worker.ended).exitCode).toBe(0);
      expect(await checkWorker(own)).toBe('fail');
    } finally {
      await own.cleanUp();
    }
  });
});

async function checkWorker(workspace: Workspace): Promise<string | undefined> {
  const { stdout } = await workspace.run(['doctor', '--json']);
  const checks = JSON.parse(stdout) as { name: string; status: string }[];
  return checks.find(({ name }) => name === 'Worker')?.status;
}
