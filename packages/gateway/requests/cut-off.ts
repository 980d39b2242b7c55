import { ThreadlineError } from '../../../client/threadline-error.js';

/** The client left while it sent the body. Some servers report this with only a string. */
export function cutOff(cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Gateway.InvalidRequest',
    'The connection closed before the whole body arrived',
    { cause },
  );
}
