import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerDeployment } from '../../../../temporal/worker-deployment.js';
import type { Build } from './builds.js';

export interface DeployWorkerInput {
  temporalAddress: string;
  taskQueue: string;
  databaseUrl: string;
  build: Build;
  codePath: string;
  deployment?: WorkerDeployment | undefined;
}

export type DeployWorkerMessage =
  { kind: 'ready' } | { kind: 'replays'; byWorkflow: [workflowId: string, count: number][] };

export interface DeployWorker {
  readonly build: Build;
  readonly ready: Promise<void>;
  readonly exited: Promise<void>;
  terminate(): void;
  readReplays(): Promise<[workflowId: string, count: number][]>;
}

export function startDeployWorker(input: DeployWorkerInput): DeployWorker {
  const main = fileURLToPath(new URL('./deploy-worker-main.ts', import.meta.url));
  const child = fork(main, [JSON.stringify(input)], { execArgv: ['--import', 'tsx'] });
  const hear = <Kind extends DeployWorkerMessage['kind']>(kind: Kind) =>
    new Promise<Extract<DeployWorkerMessage, { kind: Kind }>>((resolve) => {
      child.on('message', (message) => {
        const told = message as DeployWorkerMessage;
        if (told.kind === kind) resolve(told as Extract<DeployWorkerMessage, { kind: Kind }>);
      });
    });
  let last: [workflowId: string, count: number][] = [];
  child.on('message', (message) => {
    const told = message as DeployWorkerMessage;
    if (told.kind === 'replays') last = told.byWorkflow;
  });
  const exited = once(child, 'exit').then(() => undefined);
  const ended = exited.then(() => Promise.reject(new Error('A worker ended before it was ready')));
  const ready = Promise.race([hear('ready').then(() => undefined), ended]);
  ready.catch(() => undefined);
  return {
    build: input.build,
    ready,
    exited,
    terminate: () => void child.kill('SIGTERM'),
    async readReplays() {
      if (child.connected) {
        const answer = hear('replays');
        child.send('replays', () => undefined);
        await Promise.race([answer, exited]);
      }
      return last;
    },
  };
}
