import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** All that a gateway process needs; passed as JSON. */
export interface GatewayProcessInput {
  temporalAddress: string;
  databaseUrl: string;
  taskQueue: string;
  /** The most streams of one user. */
  openStreams: number;
}

/** What it tells: where it listens, and then, whenever it is asked, how much memory it has. */
export type GatewayProcessMessage = { url: string } | { bytes: number };

/** A gateway as `threadline serve` is one, in a process of its own. The bearer token of a request is its user. */
export interface GatewayProcess {
  url: string;
  /** Resident memory after a collection of garbage, in bytes. */
  readMemory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one from the sources. Rejects when it ends before it listens. */
export async function startGatewayProcess(input: GatewayProcessInput): Promise<GatewayProcess> {
  const main = fileURLToPath(new URL('./gateway-process-main.ts', import.meta.url));
  const child = fork(main, [JSON.stringify(input)], { execArgv: ['--import', 'tsx', '--expose-gc'] });
  const exited = once(child, 'exit');
  const hear = async (): Promise<GatewayProcessMessage> => {
    const ended = exited.then(() => Promise.reject(new Error('The gateway ended')));
    const [message] = await Promise.race([once(child, 'message'), ended]);
    // Sent by gateway-process-main.ts.
    return message as GatewayProcessMessage;
  };
  const told = await hear();
  return {
    url: 'url' in told ? told.url : '',
    async readMemory() {
      child.send('memory');
      const answer = await hear();
      return 'bytes' in answer ? answer.bytes : Number.NaN;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
