import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FlowContext } from './check-registered.js';
import type { CheckTask } from './check-thread.js';
import { plainCopy } from './plain-copy.js';
import { validateCopy, type FlowValidation } from './validate-flow.js';

/** About 20 ms. A thread validates larger flows. */
const HERE = { values: 1_000, characters: 5_000 };
/** Kept for this long, because editors validate every few seconds. */
const IDLE_MS = 60_000;
const HEAP_MEGABYTES = 512;

export async function validateInTurn(given: unknown, context: FlowContext): Promise<FlowValidation> {
  const copy = plainCopy(given);
  if (!copy || (copy.values <= HERE.values && copy.characters <= HERE.characters))
    return validateCopy(copy, context);
  const turn = last.then(() => validateInThread({ copy, context }));
  last = turn.catch(() => undefined);
  return turn;
}

let last: Promise<unknown> = Promise.resolve();
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined;

async function validateInThread(task: CheckTask): Promise<FlowValidation> {
  clearTimeout(idle?.timer);
  const worker = idle?.worker ?? (await startThread());
  idle = undefined;
  worker.ref();
  worker.postMessage(task);
  const [validation] = (await once(worker, 'message')) as [FlowValidation];
  // An idle thread must not keep the process alive.
  worker.unref();
  const timer = setTimeout(() => void stopIdle(), IDLE_MS).unref();
  idle = { worker, timer };
  return validation;
}

async function startThread(): Promise<Worker> {
  const { CHECK_PROGRAM } = await import('./check-program.js');
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MEGABYTES };
  const worker = new Worker(CHECK_PROGRAM, { eval: true, resourceLimits });
  // Without a listener, a thread's error would end the process.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (idle?.worker === worker) idle = undefined;
  });
  return worker;
}

async function stopIdle(): Promise<void> {
  const worker = idle?.worker;
  idle = undefined;
  await worker?.terminate();
}
