import type { RequestFacts } from '../../packages/gateway/request-log.js';
import { errorMessage } from '../../protocol/error-message.js';
import { nameError } from '../../protocol/name-error.js';
import { redactSecrets } from '../../protocol/redact-secrets.js';

/** Without secrets. With `hidesErrors` also without the words of faults, which may be a model's. */
export function formatRequest({ cause, ...facts }: RequestFacts, hidesErrors: boolean): string {
  const words = hidesErrors ? nameError(cause) : redactSecrets(errorMessage(cause));
  return JSON.stringify({
    at: new Date().toISOString(),
    ...facts,
    cause: cause === undefined ? undefined : words,
  });
}
