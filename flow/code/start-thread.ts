import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { loadSource } from '../../protocol/load-source.js';
import { threadCpuReader, type ReadMs } from './cpu-budget.js';
import { MEMORY_MEGABYTES } from './sandbox-limits.js';
import type { ThreadReady } from './sandbox-thread.js';

export interface SandboxThread {
  worker: Worker;
  readCpuMs: ReadMs;
}

/** The engine uses this stack: the default 4 MB would overflow before the engine's own limit. */
const THREAD_STACK_MEGABYTES = 16;
/** Excludes the engine's own memory. */
const THREAD_HEAP_MEGABYTES = 4 * MEMORY_MEGABYTES;

export async function startThread(): Promise<SandboxThread> {
  const resourceLimits = {
    stackSizeMb: THREAD_STACK_MEGABYTES,
    maxOldGenerationSizeMb: THREAD_HEAP_MEGABYTES,
  };
  const isSource = import.meta.url.endsWith('.ts');
  const worker = isSource
    ? new Worker(loadSource(new URL('./sandbox-thread.ts', import.meta.url)), { eval: true, resourceLimits })
    : new Worker(new URL('./sandbox-thread.js', import.meta.url), { resourceLimits });
  // Without a listener, an idle thread's death would end the process.
  worker.on('error', () => undefined);
  const [ready] = (await once(worker, 'message')) as [ThreadReady];
  return { worker, readCpuMs: threadCpuReader(ready.threadId) };
}
