import { isConnectionError } from '../store/is-connection-error.js';

export class StoreUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'StoreUnreachableError';
  }
}

/**
 * Throws a `StoreUnreachableError` for a lost connection: a safe tool call is retried, and the model does not
 * see the error.
 */
export async function reachStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isConnectionError(error) ? new StoreUnreachableError(error) : error;
  }
}
