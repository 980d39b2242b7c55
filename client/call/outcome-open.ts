import { ThreadlineError } from '../threadline-error.js';

export function outcomeOpen({
  why,
  retryId,
  cause,
}: {
  why: string;
  /** Absent if a repeated request is already idempotent. */
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
