import type { Worker } from 'node:worker_threads';
import { THREAD_MILLISECONDS } from './sandbox-limits.js';
import type { SandboxOutcome, SandboxTask } from './sandbox-thread.js';
import { startThread } from './start-thread.js';

/**
 * A thread with the JavaScript engine in it, started when it is first needed and kept. It does one task at a time, and
 * is ended and replaced when a task does not let itself be interrupted.
 */
export class Sandbox {
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Does a task after those before it; `late` when it was ended. Rejects when no thread can be started. */
  run(task: SandboxTask): Promise<SandboxOutcome | { kind: 'late' }> {
    const outcome = this.#last.then(() => this.#perform(task));
    this.#last = outcome.catch(() => undefined);
    return outcome;
  }

  async #perform(task: SandboxTask): Promise<SandboxOutcome | { kind: 'late' }> {
    const thread = (this.#thread ??= await startThread());
    thread.ref();
    const outcome = await awaitAnswer(thread, task);
    // Idle, it keeps no process alive.
    thread.unref();
    if (outcome.kind === 'late' || outcome.kind === 'broken') {
      this.#thread = undefined;
      await thread.terminate();
    }
    return outcome;
  }
}

function awaitAnswer(thread: Worker, task: SandboxTask): Promise<SandboxOutcome | { kind: 'late' }> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ kind: 'late' }), THREAD_MILLISECONDS);
    const fail = (error: unknown) => settle({ kind: 'broken', message: String(error) });
    const settle = (outcome: SandboxOutcome | { kind: 'late' }) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', fail).off('exit', fail);
      resolve(outcome);
    };
    thread.on('message', settle).on('error', fail).on('exit', fail);
    thread.postMessage(task);
  });
}
