import { availableParallelism } from 'node:os';
import { Sandbox } from './sandbox.js';

/** At least two, so that a short task can overtake a long one on a single core. */
const MIN_THREADS = 2;
/** Each thread may take 64 MB, also on a large machine whose container is small. */
const MAX_THREADS = 8;

/** One pool per process, because each thread holds its own engine. */
export const sandbox = new Sandbox(Math.min(MAX_THREADS, Math.max(MIN_THREADS, availableParallelism())));

export class SandboxBusyError extends Error {
  /** The limit of a user's tasks that this one exceeds. */
  readonly tasks: number | undefined;

  constructor(outcome: { kind: 'unserved' } | { kind: 'over-limit'; tasks: number }) {
    super("All of this worker's threads for code and large data are busy with other work");
    this.tasks = outcome.kind === 'over-limit' ? outcome.tasks : undefined;
  }
}
