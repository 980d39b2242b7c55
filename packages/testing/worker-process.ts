import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '../../activities/fault-points.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import type { ToolDefinition } from '../../extend/tools/define-tool.js';
import type { TestSystem } from './test-system.js';

/** A fault that hits a worker when it passes a point of a turn for the n-th time. */
export interface Fault {
  point: FaultPoint;
  /** Default 1. */
  nth?: number;
  /**
   * `kill`: SIGKILL. `cut`: all its database connections are ended. `hold`: it waits at the point for `release`, so that
   * something else can be broken meanwhile.
   */
  action: 'kill' | 'cut' | 'hold';
}

/** All that a worker in a process of its own needs; passed as JSON. */
export interface WorkerProcessInput {
  temporalAddress: string;
  taskQueue: string;
  databaseUrl: string;
  modelBaseUrl: string;
  bundlePath: string;
  fault?: Fault;
  /** URL of a module that exports `tools` and `nodes`. */
  module?: string;
  cachedWorkflows?: number;
}

/** The exports that a worker process takes from a module, since functions do not cross processes. */
export interface WorkerProcessModule {
  /** Besides the built-in ones. */
  tools?: readonly ToolDefinition[];
  nodes?: readonly NodeDefinition[];
}

/** The memory of a worker process, in bytes: of all its threads, and of the main thread's objects. */
export interface WorkerMemory {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

/** A worker that runs apart from the test, to be killed. */
export interface WorkerProcess {
  readonly pid: number;
  /** Settles when its fault has happened. */
  readonly faulted: Promise<void>;
  /** Settles when it is gone. */
  readonly exited: Promise<void>;
  /** Collects garbage, and tells how much memory is left in use. Rejects when the worker is gone. */
  memory(): Promise<WorkerMemory>;
  /** Lets a worker go on whose fault is `hold`. */
  release(): void;
  kill(signal?: NodeJS.Signals): void;
}

/**
 * Starts a worker of a test system as a process of its own, which can be killed: by a fault at a named point,
 * or by `kill`. Own tools and kinds of nodes come from a module by its URL; `cachedWorkflows` is how many Workflows it keeps
 * in memory, by default as many as its heap has room for. Resolves when it polls. Kill it before the system stops.
 */
export async function startWorkerProcess(
  system: TestSystem,
  fault?: Fault,
  { module, cachedWorkflows }: { module?: string | URL; cachedWorkflows?: number } = {},
): Promise<WorkerProcess> {
  const input: WorkerProcessInput = {
    temporalAddress: system.environment.temporalAddress,
    taskQueue: system.taskQueue,
    databaseUrl: system.databaseUrl,
    modelBaseUrl: system.model.baseUrl,
    bundlePath: system.environment.bundlePath,
    fault,
    module: module === undefined ? undefined : String(module),
    cachedWorkflows,
  };
  const child = spawn(
    process.execPath,
    [...mainModule(module === undefined ? system.environment.workerMain : undefined), JSON.stringify(input)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  // A worker that is gone reads nothing.
  child.stdin.on('error', () => undefined);
  const exited = once(child, 'exit').then(() => undefined);
  const lines = createInterface({ input: child.stdout });
  const ready = nextLine(lines, (line) => line === 'ready');
  const faulted = nextLine(lines, (line) => line === 'faulted').then(() => undefined);
  const gone = exited.then(() => Promise.reject(new Error('The worker process has ended')));
  gone.catch(() => undefined);
  await Promise.race([ready, gone]);
  return {
    pid: child.pid ?? -1,
    faulted: Promise.race([faulted, exited]),
    exited,
    async memory() {
      const answer = nextLine(lines, (line) => line.startsWith('{'));
      child.stdin.write('memory\n');
      // Written by worker-process-main.
      return JSON.parse(await Promise.race([answer, gone])) as WorkerMemory;
    },
    release: () => void child.stdin.write('release\n'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}

/** Arguments for Node: the build of the test environment, a source in a clone, with its loader, and JavaScript in an installed package. */
function mainModule(built: string | undefined): string[] {
  if (built !== undefined) return [built];
  const main = (extension: string) =>
    fileURLToPath(new URL(`../../testing/worker-process-main.${extension}`, import.meta.url));
  return import.meta.url.endsWith('.ts') ? ['--import', 'tsx', main('ts')] : [main('js')];
}

/** Waits for a line that the process prints. */
function nextLine(lines: Interface, isWanted: (line: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const hear = (line: string): void => {
      if (!isWanted(line)) return;
      lines.off('line', hear);
      resolve(line);
    };
    lines.on('line', hear);
  });
}
