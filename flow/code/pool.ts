import { availableParallelism } from 'node:os';
import { Sandbox } from './sandbox.js';

/** Even on a single core, a short task can overtake a long one. */
const MIN_THREADS = 2;

/** One per process, because each thread holds an engine. */
export const sandbox = new Sandbox(Math.max(MIN_THREADS, availableParallelism()));

export class SandboxBusyError extends Error {
  /** Set if the user has too many. */
  readonly tasks: number | undefined;

  constructor(outcome: { kind: 'unserved' } | { kind: 'over-limit'; tasks: number }) {
    super("All of this worker's threads for code and large data are busy with other work");
    this.tasks = outcome.kind === 'over-limit' ? outcome.tasks : undefined;
  }
}
