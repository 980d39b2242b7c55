import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface GatewayProcessInput {
  temporalAddress: string;
  databaseUrl: string;
  taskQueue: string;
  openStreams: number;
}

interface GatewayUsage {
  bytes: number;
  cpuMs: number;
}

export type GatewayProcessMessage = { url: string } | GatewayUsage;

export interface GatewayProcess {
  url: string;
  readUsage(options?: { collects: boolean }): Promise<GatewayUsage>;
  stop(): Promise<void>;
}

export async function startGatewayProcess(input: GatewayProcessInput): Promise<GatewayProcess> {
  const main = fileURLToPath(new URL('./gateway-process-main.ts', import.meta.url));
  const child = fork(main, [JSON.stringify(input)], { execArgv: ['--import', 'tsx', '--expose-gc'] });
  const exited = once(child, 'exit');
  const hear = async (): Promise<GatewayProcessMessage> => {
    const ended = exited.then(() => Promise.reject(new Error('The gateway ended')));
    const [message] = await Promise.race([once(child, 'message'), ended]);
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
