import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '../activities/fault-points.js';
import type { TestSystem } from './test-system.js';

/** What is done to a worker when it passes a point of a turn for the n-th time. */
export interface Fault {
  point: FaultPoint;
  /** Default 1. */
  nth?: number;
  /** `kill`: SIGKILL. `cut`: all its database connections are ended. */
  action: 'kill' | 'cut';
}

/** All that a worker in a process of its own needs; passed as JSON. */
export interface WorkerProcessInput {
  temporalAddress: string;
  taskQueue: string;
  databaseUrl: string;
  modelBaseUrl: string;
  bundlePath: string;
  fault?: Fault;
}

export interface WorkerProcess {
  readonly pid: number;
  /** Settles when its fault has happened. */
  readonly faulted: Promise<void>;
  /** Settles when it is gone. */
  readonly exited: Promise<void>;
  kill(signal?: NodeJS.Signals): void;
}

/**
 * Starts a worker of a test system as a process of its own, which can be killed: by a fault at a named point,
 * or by `kill`. Resolves when it polls. Kill it before the system stops.
 */
export async function startWorkerProcess(system: TestSystem, fault?: Fault): Promise<WorkerProcess> {
  const input: WorkerProcessInput = {
    temporalAddress: system.environment.temporalAddress,
    taskQueue: system.taskQueue,
    databaseUrl: system.databaseUrl,
    modelBaseUrl: system.model.baseUrl,
    bundlePath: system.environment.bundlePath,
    ...(fault && { fault }),
  };
  const main = fileURLToPath(new URL('./worker-process-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(() => undefined);
  const { ready, faulted } = readLines(child);
  await Promise.race([
    ready,
    exited.then(() => Promise.reject(new Error('The worker process ended before it was ready'))),
  ]);
  return {
    pid: child.pid ?? -1,
    faulted: Promise.race([faulted, exited]),
    exited,
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}

function readLines(child: ChildProcess): { ready: Promise<void>; faulted: Promise<void> } {
  if (child.stdout === null) throw new Error('The worker process has no output to read');
  const lines = createInterface({ input: child.stdout });
  const line = (text: string) =>
    new Promise<void>((resolve) => lines.on('line', (read) => read === text && resolve()));
  return { ready: line('ready'), faulted: line('faulted') };
}
