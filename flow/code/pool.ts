import { availableParallelism } from 'node:os';
import { Sandbox } from './sandbox.js';

/** On a single core a second thread still lets a short task overtake a long one. */
const MIN_THREADS = 2;

/** One for the process: each thread holds the engine, of which every expression gets a fresh context. */
export const sandbox = new Sandbox(Math.max(MIN_THREADS, availableParallelism()));

/** No thread became free while the caller waited: nothing was done, and later there may be one. */
export class SandboxBusyError extends Error {
  constructor() {
    super("All of this worker's threads for code and large data are at work for others");
  }
}
