import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { loadSource } from '../../protocol/load-source.js';
import { threadCpuReader, type ReadMs } from './cpu-budget.js';
import { MEMORY_MEGABYTES } from './sandbox-limits.js';
import type { ThreadReady } from './sandbox-thread.js';

/** A thread for a sandbox's tasks, and the time that it has had on a core. */
export interface SandboxThread {
  worker: Worker;
  readCpuMs: ReadMs;
}

/** The engine's stack is on the thread's: the usual 4 MB would end before the engine counts its own as full. */
const THREAD_STACK_MEGABYTES = 16;
/** For the texts that go in and out; the engine's own memory is not in it. */
const THREAD_HEAP_MEGABYTES = 4 * MEMORY_MEGABYTES;

/** Starts a thread that does a sandbox's tasks, and gives it when it is ready. Rejects when it cannot be started. */
export async function startThread(): Promise<SandboxThread> {
  const resourceLimits = {
    stackSizeMb: THREAD_STACK_MEGABYTES,
    maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES,
  };
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new Worker(loadSource(new URL('./sandbox-thread.ts', import.meta.url)), { eval: true, resourceLimits })
    : new Worker(new URL('./sandbox-thread.js', import.meta.url), { resourceLimits });
  // One that dies between two tasks is noticed by the next; without a listener it would end the process.
  worker.on('error', () => undefined);
  // It says so with its first message, or fails.
  const [ready] = (await once(worker, 'message')) as [ThreadReady];
  return { worker, readCpuMs: threadCpuReader(ready.threadId) };
}
