import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '../../activities/fault-points.js';
import type { NodeDefinition } from '../../extend/nodes/define-node.js';
import type { ToolDefinition } from '../../extend/tools/define-tool.js';
import type { TestSystem } from './test-system.js';

export interface Fault {
  point: FaultPoint;
  /** The action happens the nth time that the point is passed. Default: 1. */
  nth?: number;
  /** `kill` sends SIGKILL. `cut` ends all database connections. `hold` waits for `release`. */
  action: 'kill' | 'cut' | 'hold';
}

export interface WorkerProcessInput {
  temporalAddress: string;
  taskQueue: string;
  databaseUrl: string;
  modelBaseUrl: string;
  bundlePath: string;
  fault?: Fault;
  /** The URL of a module that exports `tools` and `nodes`. */
  module?: string;
  cachedWorkflows?: number;
}

/** Functions cannot be passed to a process, so a module exports them. */
export interface WorkerProcessModule {
  /** Default: the built-in tools. */
  tools?: readonly ToolDefinition[];
  nodes?: readonly NodeDefinition[];
}

/** RSS is that of the process, heap that of its main thread. */
export interface WorkerMemory {
  readonly rssBytes: number;
  readonly heapBytes: number;
}

/** Runs in its own process, so that a test can kill it. */
export interface WorkerProcess {
  readonly pid: number;
  readonly faulted: Promise<void>;
  readonly exited: Promise<void>;
  /** Measured after a garbage collection. Rejects if the worker has ended. */
  memory(): Promise<WorkerMemory>;
  release(): void;
  kill(signal?: NodeJS.Signals): void;
}

/**
 * Resolves when the worker polls. Kill it before the system stops. `cachedWorkflows` limits the Workflows in memory;
 * by default, the heap does.
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
      return JSON.parse(await Promise.race([answer, gone])) as WorkerMemory;
    },
    release: () => void child.stdin.write('release\n'),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
  };
}

/**
 * The test environment's build, or else the source with its loader in a clone, or JavaScript in an installed package.
 */
function mainModule(built: string | undefined): string[] {
  if (built !== undefined) return [built];
  const main = (extension: string) =>
    fileURLToPath(new URL(`./worker-process-main.${extension}`, import.meta.url));
  return import.meta.url.endsWith('.ts') ? ['--import', 'tsx', main('ts')] : [main('js')];
}

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
