import type { RequestFacts } from '../../packages/gateway/request-log.js';
import { errorMessage } from '../../protocol/error-message.js';
import { nameError } from '../../protocol/name-error.js';
import { hashUser } from '../../telemetry/hash-user.js';
import { toLogLine } from '../../telemetry/log-line.js';

export function formatRequest({ cause, user, ...facts }: RequestFacts, hidesErrors: boolean): string {
  const words = hidesErrors ? nameError(cause) : errorMessage(cause);
  return toLogLine(
    {
      level: facts.status >= 500 ? 'WARN' : 'INFO',
      message: `${facts.method} ${facts.route} ${facts.status}`,
      facts: {
        ...facts,
        user: user === undefined ? undefined : hashUser(user),
        cause: cause === undefined ? undefined : words,
      },
    },
    hidesErrors,
  );
}
