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

/** What a gateway process has used. */
interface GatewayUsage {
  /** Resident memory. */
  bytes: number;
  /** Time of processors since it began. */
  cpuMs: number;
}

/** What it tells: where it listens, and then, whenever it is asked, what it has used. */
export type GatewayProcessMessage = { url: string } | GatewayUsage;

/** A gateway as `threadline serve` is one, in a process of its own. The bearer token of a request is its user. */
export interface GatewayProcess {
  url: string;
  /** Collects garbage before, by default. Doing so often would take the processor time that is measured. */
  readUsage(options?: { collects: boolean }): Promise<GatewayUsage>;
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
    async readUsage({ collects } = { collects: true }) {
      child.send(collects ? 'usage after collecting' : 'usage');
      const answer = await hear();
      if ('url' in answer) throw new Error('The gateway told where it listens twice');
      return answer;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
