import { ThreadlineError } from '../threadline-error.js';

export function outcomeOpen({
  why,
  retryId,
  cause,
}: {
  why: string;
  /** Absent if the request is idempotent anyway. */
  retryId: string | undefined;
  cause: unknown;
}): ThreadlineError {
  const again = retryId === undefined ? 'repeat the request' : `repeat it with the id '${retryId}'`;
  return new ThreadlineError(
    'Client.OutcomeOpen',
    `${why} The request may have taken effect, or may still do so: ${again}`,
    { cause, retryId },
  );
}
