import { isConnectionError } from '../store/is-connection-error.js';

export class StoreUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'StoreUnreachableError';
  }
}

/** The model does not see a lost connection if the call can run again. */
export async function reachStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isConnectionError(error) ? new StoreUnreachableError(error) : error;
  }
}
