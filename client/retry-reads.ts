import { setTimeout as sleep } from 'node:timers/promises';
import { isConnectionError } from '../store/is-connection-error.js';
import { ThreadlineError } from './threadline-error.js';

const PAUSE_MS = 250;
/** Longer than a failover or a restart of Postgres takes. */
const MAX_PAUSES = 120;

/**
 * Repeats a read while Postgres cannot be reached, for half a minute of a reader's life at the most in a row;
 * then throws `Client.Unavailable`. Other errors are thrown as they are.
 */
export function retryReads(
  signal: AbortSignal | undefined,
): <Result>(read: () => Promise<Result>) => Promise<Result> {
  return async (read) => {
    for (let pauses = 0; ; pauses += 1) {
      try {
        return await read();
      } catch (error) {
        if (!isConnectionError(error) || signal?.aborted) throw error;
        if (pauses >= MAX_PAUSES)
          throw new ThreadlineError('Client.Unavailable', 'Postgres cannot be reached', { cause: error });
        await sleep(PAUSE_MS);
      }
    }
  };
}
