import type { CallerTools } from './caller-tools.js';

export const ONE_OFF_PREFIX = 'once:';

/** A SQL pattern: a single turn needs neither summaries nor embeddings. */
export const ONE_OFF_CHANNELS = `${ONE_OFF_PREFIX}%`;

export function isOneOff(channel: string | null): boolean {
  return channel?.startsWith(ONE_OFF_PREFIX) === true;
}

export interface PastMessage {
  role: 'user' | 'assistant';
  text: string;
}

const PAST_ROLES: readonly unknown[] = ['user', 'assistant'] satisfies PastMessage['role'][];

export function pastProblem(past: unknown): string | undefined {
  if (!Array.isArray(past)) return 'The earlier messages are not a list';
  for (const [index, message] of (past as (Partial<PastMessage> | null)[]).entries()) {
    const name = `The earlier message ${index + 1}`;
    if (!PAST_ROLES.includes(message?.role))
      return `${name} has the role '${String(message?.role)}': use 'user' or 'assistant'`;
    if (typeof message?.text !== 'string') return `${name} has no text`;
  }
  return undefined;
}

export interface GivenPast {
  messages: readonly PastMessage[];
  callerTools?: CallerTools | undefined;
}
