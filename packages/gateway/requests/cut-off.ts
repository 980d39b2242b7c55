import { ThreadlineError } from '../../../client/threadline-error.js';

/** The client left while it sent the body. Servers report this with errors of their own, or only a string. */
export function cutOff(cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Gateway.InvalidRequest',
    'The connection closed before the whole body arrived',
    { cause },
  );
}
