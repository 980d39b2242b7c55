import { isLogged, type Config, type LogLevel } from '../../config.js';
import type { RequestFacts } from '../../packages/gateway/request-log.js';
import { errorMessage } from '../../protocol/error-message.js';
import { nameError } from '../../protocol/name-error.js';
import { hashUser } from '../../telemetry/hash-user.js';
import { toLogLine } from '../../telemetry/log-line.js';

export interface RequestLog extends Pick<Config, 'logLevel'> {
  /** Logs errors without their messages. */
  hidesErrors: boolean;
  write: (line: string) => void;
}

export function logRequest(
  { cause, user, ...facts }: RequestFacts,
  { logLevel, hidesErrors, write }: RequestLog,
): void {
  const level = chooseLevel(facts);
  if (!isLogged(level, logLevel)) return;
  const words = hidesErrors ? nameError(cause) : errorMessage(cause);
  const entry = {
    level,
    message: `${facts.method} ${facts.route} ${facts.status}`,
    facts: {
      ...facts,
      user: user === undefined ? undefined : hashUser(user),
      cause: cause === undefined ? undefined : words,
    },
  };
  write(toLogLine(entry, hidesErrors));
}

function chooseLevel({ status, route }: Pick<RequestFacts, 'status' | 'route'>): LogLevel {
  if (status >= 500) return 'WARN';
  // Not at INFO, because health probes arrive every few seconds.
  return route === '/healthz' || route === '/readyz' ? 'DEBUG' : 'INFO';
}
