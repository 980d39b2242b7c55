import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '../../../packages/testing/test-system.js';

export interface MeasuredGateway {
  url: string;
  takeLongestGap(): Promise<number>;
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./measured-gateway-process.ts', import.meta.url));

export async function startMeasuredGateway(
  system: Pick<TestSystem, 'environment' | 'databaseUrl' | 'taskQueue'>,
): Promise<MeasuredGateway> {
  const { environment, databaseUrl, taskQueue } = system;
  const options = { temporal: { address: environment.temporalAddress }, databaseUrl, taskQueue };
  const child = fork(PROGRAM, [JSON.stringify(options)], { execArgv: ['--import', 'tsx'] });
  const url = await receive(child);
  return {
    url: String(url),
    async takeLongestGap() {
      child.send('take');
      return Number(await receive(child));
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function receive(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const failed = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The gateway's process ended with ${code}`);
    });
    const [message] = await Promise.race([once(child, 'message', { signal }), failed]);
    return message;
  } finally {
    over.abort();
  }
}
