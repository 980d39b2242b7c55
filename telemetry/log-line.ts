import { errorMessage } from '../protocol/error-message.js';
import { redactSecrets } from '../protocol/redact-secrets.js';
import type { LogFacts } from './workflow-facts.js';

export interface LogEntry {
  time?: Date | undefined;
  level: string;
  message: string;
  /** `reason`, at any depth, is an error's message. */
  facts?: (LogFacts & Record<string, unknown>) | undefined;
}

/**
 * Omits task tokens, which would let anyone complete an Activity. Never throws: an error while logging would
 * stop the worker.
 */
export function toLogLine(
  { time = new Date(), level, message, facts }: LogEntry,
  hidesErrors: boolean,
): string {
  const { flow, execution, turn, user, ...rest } = facts ?? {};
  const line = { time: time.toISOString(), level, message, flow, execution, turn, user };
  try {
    return stringify({ ...line, ...rest }, hidesErrors);
  } catch (error) {
    const unwritable = errorMessage(error);
    return stringify({ time: line.time, level, message: String(message), unwritable }, hidesErrors);
  }
}

function stringify(line: object, hidesErrors: boolean): string {
  return JSON.stringify(line, (key, value: unknown) => {
    if (key === 'taskToken' || (key === 'reason' && hidesErrors)) return undefined;
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'string') return redactSecrets(value);
    if (!(value instanceof Error)) return value;
    return hidesErrors
      ? withoutWords(value)
      : { name: value.name, message: value.message, stack: value.stack };
  });
}

function withoutWords(error: Error): object {
  const { name, cause } = error;
  const type = 'type' in error && typeof error.type === 'string' ? error.type : undefined;
  return { name, type, cause: cause instanceof Error ? withoutWords(cause) : undefined };
}
