import { availableParallelism } from 'node:os';
import { Sandbox } from './sandbox.js';

/** On a single core a second thread still lets a short task overtake a long one. */
const MIN_THREADS = 2;

/** One for the process: each thread holds the engine, of which every expression gets a fresh context. */
export const sandbox = new Sandbox(Math.max(MIN_THREADS, availableParallelism()));

/**
 * No thread became free while the caller waited, or its user has as many tasks here as it may: nothing was done, and
 * later there may be a place.
 */
export class SandboxBusyError extends Error {
  /** How many tasks its user has; undefined: that is not the reason. */
  readonly tasks: number | undefined;

  constructor(outcome: { kind: 'unserved' } | { kind: 'over-limit'; tasks: number }) {
    super("All of this worker's threads for code and large data are at work for others");
    this.tasks = outcome.kind === 'over-limit' ? outcome.tasks : undefined;
  }
}
