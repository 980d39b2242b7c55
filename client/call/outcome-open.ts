import { ThreadlineError } from '../threadline-error.js';

export function outcomeOpen({
  why,
  retryId,
  cause,
}: {
  why: string;
  /** Makes a repeated request idempotent. Absent if it already is. */
  retryId: string | undefined;
  cause: unknown;
}): ThreadlineError {
  const again = retryId === undefined ? 'make the call again' : `make it again with the id '${retryId}'`;
  return new ThreadlineError(
    'Client.OutcomeOpen',
    `${why} The call may have happened, or may happen yet: ${again}`,
    { cause, retryId },
  );
}
