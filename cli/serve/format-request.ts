import type { RequestFacts } from '../../packages/gateway/request-log.js';
import { errorMessage } from '../../protocol/error-message.js';
import { nameError } from '../../protocol/name-error.js';
import { redactSecrets } from '../../protocol/redact-secrets.js';

/**
 * A line of JSON that begins with time, level and message, as the worker's lines do. Contains no secrets,
 * and with `hidesErrors` no messages of faults, which may quote a model.
 */
export function formatRequest({ cause, ...facts }: RequestFacts, hidesErrors: boolean): string {
  const words = hidesErrors ? nameError(cause) : redactSecrets(errorMessage(cause));
  return JSON.stringify({
    time: new Date().toISOString(),
    level: facts.status >= 500 ? 'WARN' : 'INFO',
    message: `${facts.method} ${facts.route} ${facts.status}`,
    ...facts,
    cause: cause === undefined ? undefined : words,
  });
}
