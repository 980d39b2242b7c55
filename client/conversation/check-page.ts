import { checkLimit } from '../call/check-limit.js';
import { ThreadlineError } from '../threadline-error.js';

export const MAX_PAGE = 500;

/** Returns the position of `before`. Throws `Client.InvalidCursor`. */
export function checkPage({
  limit,
  before,
}: {
  limit: number;
  before: string | undefined;
}): number | undefined {
  checkLimit(limit, MAX_PAGE);
  if (before !== undefined && !/^[1-9]\d{0,8}$/.test(before))
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Cursor '${before.slice(0, 60)}' is not from a page of history`,
    );
  return before === undefined ? undefined : Number(before);
}
