import { FairTurns, type TurnRequest } from './fair-turns.js';
import { startCpuBudget } from './cpu-budget.js';
import { THREAD_MILLISECONDS } from './sandbox-limits.js';
import type { SandboxOutcome, SandboxTask } from './sandbox-thread.js';
import { startThread, type SandboxThread } from './start-thread.js';

/** `late`: terminated; `unserved`: no thread in time. */
export type TaskOutcome =
  SandboxOutcome | { kind: 'late' } | { kind: 'unserved' } | { kind: 'over-limit'; tasks: number };

type ThreadOutcome = TaskOutcome | { kind: 'aborted' };

const IS_DONE: ReadonlySet<ThreadOutcome['kind']> = new Set(['value', 'computed', 'checked', 'thrown']);

/** Replaces threads that cannot be interrupted. */
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

  /** Null removes the limit. */
  boundUsers(tasks: number | null): void {
    this.#tasksPerUser = tasks ?? Infinity;
  }

  /** Rejects when no thread starts, or with an aborted signal's reason. */
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
