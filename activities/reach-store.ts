import { isConnectionError } from '../store/is-connection-error.js';

export class StoreUnreachableError extends Error {
  constructor(cause: unknown) {
    super('The database cannot be reached', { cause });
    this.name = 'StoreUnreachableError';
  }
}

/** A lost connection is no error of the tool: the model does not see it if the call can run again. */
export async function reachStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw isConnectionError(error) ? new StoreUnreachableError(error) : error;
  }
}
