import { Connection, type ConnectionOptions } from '@temporalio/client';
import { InternalConnectionOptionsSymbol } from '@temporalio/client/lib/connection.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { isPortFree } from '../../../servers/process/choose-ports.js';
import { startTimeSkippingServer } from '../../../servers/index.js';

describe('startTimeSkippingServer', () => {
  test('start and two stops -> an hour passes at once meanwhile, nothing answers afterwards', async () => {
    const server = await startTimeSkippingServer();
    const connection = await Connection.connect(withTestService(server.address));
    const before = await currentSeconds(connection);
    await connection.testService!.unlockTimeSkippingWithSleep({ duration: { seconds: 3600 as never } });
    expect((await currentSeconds(connection)) - before).toBeGreaterThanOrEqual(3600);
    await connection.close();
    await server.stop();
    await server.stop();
    await expect(Connection.connect({ address: server.address, connectTimeout: 200 })).rejects.toThrow();
  });

  test('the process that started it is killed -> it ends too', async () => {
    const code =
      "import('./servers/index.ts').then(async (m) => console.log((await m.startTimeSkippingServer()).address))";
    const child = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const address = String((await once(child.stdout, 'data'))[0]).trim();
    child.kill('SIGKILL');
    await expect.poll(() => isPortFree(Number(address.split(':')[1]))).toBe(true);
  });
});

async function currentSeconds(connection: Connection): Promise<number> {
  const { time } = await connection.testService!.getCurrentTime({});
  return time!.seconds!.toNumber();
}

function withTestService(address: string): ConnectionOptions {
  const options = { address, [InternalConnectionOptionsSymbol]: { supportsTestService: true } };
  return options;
}
