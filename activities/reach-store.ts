import { isConnectionError } from '../store/is-connection-error.js';

/** A tool could not reach Postgres. Its cause is what was thrown. */
export class StoreUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'StoreUnreachableError';
  }
}

/**
 * Does a tool's work in the store, and tells a lost connection apart from everything else that a tool may throw:
 * of that the model learns nothing when the call can be run again.
 */
export async function reachStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isConnectionError(error) ? new StoreUnreachableError(error) : error;
  }
}
