import { ThreadlineError } from '../../../client/threadline-error.js';

/**
 * Percent-decodes a header. Raw bytes are refused: clients encode them differently, so one name would stand for
 * several users or conversations. Throws `Gateway.InvalidRequest`.
 */
export function readNameHeader({ headers }: Pick<Request, 'headers'>, name: string): string | undefined {
  const value = headers.get(name);
  if (value === null) return undefined;
  try {
    if (/^[ -~]*$/.test(value)) return decodeURIComponent(value);
  } catch {
    // Refused below.
  }
  throw new ThreadlineError('Gateway.InvalidRequest', `Header '${name}' must be percent-encoded UTF-8`);
}
