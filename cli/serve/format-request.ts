import type { RequestFacts } from '../../gateway/request-log.js';
import { errorMessage } from '../../protocol/error-message.js';

/** A line of the log, as JSON. */
export function formatRequest({ cause, ...facts }: RequestFacts): string {
  const why = cause === undefined ? undefined : errorMessage(cause);
  return JSON.stringify({ at: new Date().toISOString(), ...facts, cause: why });
}
