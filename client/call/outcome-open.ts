import { ThreadlineError } from '../threadline-error.js';

/** The error of a call that may have had its effect, or may have it yet. It says how to make the call again. */
export function outcomeOpen({
  why,
  retryId,
  cause,
}: {
  why: string;
  /** The id under which the same call happens once; undefined: it may be made again as it is. */
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
