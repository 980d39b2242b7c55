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

export interface GivenPast {
  messages: readonly PastMessage[];
  callerTools?: CallerTools | undefined;
}
