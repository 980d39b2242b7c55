import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairTurns, type TurnRequest } from './fair-turns.js';
import { startCpuBudget, threadCpuReader, type ReadMs } from './cpu-budget.js';
import { THREAD_MILLISECONDS, MEMORY_MEGABYTES } from './sandbox-limits.js';
import type { SandboxOutcome, SandboxTask, ThreadReady } from '../sandbox-thread.js';
import { loadSource } from '../../protocol/load-source.js';

interface SandboxThread {
  worker: Worker;
  readCpuMs: ReadMs;
}

/** Node's default of 4 MB would overflow before the engine's own limit applies. */
const THREAD_STACK_MEGABYTES = 16;

/** Excludes the engine's memory. */
const THREAD_HEAP_MEGABYTES = 4 * MEMORY_MEGABYTES;

/** `late`: the thread was terminated. `unserved`: no thread was free in time. */
export type TaskOutcome =
  SandboxOutcome | { kind: 'late' } | { kind: 'unserved' } | { kind: 'over-limit'; tasks: number };

type ThreadOutcome = TaskOutcome | { kind: 'aborted' };

const IS_DONE: ReadonlySet<ThreadOutcome['kind']> = new Set(['value', 'computed', 'checked', 'thrown']);

/** Replaces a thread whose code cannot be interrupted. */
export class Sandbox {
  readonly #turns: FairTurns;
  readonly #idle: SandboxThread[] = [];
  readonly #tasks = new Map<string, number>();
  #tasksPerUser = Infinity;

  constructor(threads: number) {
    this.#turns = new FairTurns(threads);
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Per user. Null removes the limit. */
  boundUsers(tasks: number | null): void {
    this.#tasksPerUser = tasks ?? Infinity;
  }

  /** Rejects if no thread starts, or with an aborted signal's reason. */
  async run(task: SandboxTask, request: TurnRequest): Promise<TaskOutcome> {
    const [user = ''] = request.line;
    const tasks = this.#tasks.get(user) ?? 0;
    if (user !== '' && tasks >= this.#tasksPerUser) return { kind: 'over-limit', tasks };
    this.#tasks.set(user, tasks + 1);
    try {
      return await this.#wait(task, request);
    } finally {
      const left = (this.#tasks.get(user) ?? 1) - 1;
      if (left > 0) this.#tasks.set(user, left);
      else this.#tasks.delete(user);
    }
  }

  async #wait(task: SandboxTask, request: TurnRequest): Promise<TaskOutcome> {
    if (!(await this.#turns.take(request))) return { kind: 'unserved' };
    try {
      return await this.#perform(task, request);
    } finally {
      this.#turns.give();
    }
  }

  async #perform(task: SandboxTask, request: TurnRequest): Promise<TaskOutcome> {
    const thread = this.#idle.pop() ?? (await startThread());
    thread.worker.ref();
    const outcome = await awaitAnswer(thread, task, request);
    // An idle thread must not keep the process alive.
    thread.worker.unref();
    if (IS_DONE.has(outcome.kind)) this.#idle.push(thread);
    else await thread.worker.terminate();
    if (outcome.kind !== 'aborted') return outcome;
    throw request.signal?.reason;
  }
}

function awaitAnswer(
  { worker, readCpuMs }: SandboxThread,
  task: SandboxTask,
  { signal, runMs }: TurnRequest,
): Promise<ThreadOutcome> {
  return new Promise((resolve) => {
    const leftMs = startCpuBudget(THREAD_MILLISECONDS, readCpuMs);
    let timer = setTimeout(look, leftMs());
    const limit = runMs === undefined ? undefined : setTimeout(() => settle({ kind: 'unserved' }), runMs);
    function look(): void {
      const left = leftMs();
      if (left <= 0) settle({ kind: 'late' });
      else timer = setTimeout(look, Math.ceil(left));
    }
    const fail = (error: unknown) => settle({ kind: 'broken', message: String(error) });
    const abort = () => settle({ kind: 'aborted' });
    const settle = (outcome: ThreadOutcome) => {
      clearTimeout(timer);
      clearTimeout(limit);
      worker.off('message', settle).off('error', fail).off('exit', fail);
      signal?.removeEventListener('abort', abort);
      resolve(outcome);
    };
    worker.on('message', settle).on('error', fail).on('exit', fail);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    else worker.postMessage(task);
  });
}

async function startThread(): Promise<SandboxThread> {
  const resourceLimits = {
    stackSizeMb: THREAD_STACK_MEGABYTES,
    maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES,
  };
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new Worker(loadSource(new URL('../sandbox-thread.ts', import.meta.url)), { eval: true, resourceLimits })
    : new Worker(new URL('../sandbox-thread.js', import.meta.url), { resourceLimits });
  // Without a listener, an idle thread's error would end the process.
  worker.on('error', () => undefined);
  const [ready] = (await once(worker, 'message')) as [ThreadReady];
  return { worker, readCpuMs: threadCpuReader(ready.threadId) };
}
