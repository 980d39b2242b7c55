import type { CallerTools } from './caller-tools.js';

/** The prefix of the channel of a conversation that is for one answer alone. */
export const ONE_OFF_PREFIX = 'once:';

/** A pattern of SQL for such channels. No later turn comes that a summary or an embedding would be for. */
export const ONE_OFF_CHANNELS = `${ONE_OFF_PREFIX}%`;

/** Whether a conversation of this channel is for one answer alone, so that nothing is prepared for later turns. */
export function isOneOff(channel: string | null): boolean {
  return channel?.startsWith(ONE_OFF_PREFIX) === true;
}

/** A message that was said before a conversation began. */
export interface PastMessage {
  role: 'user' | 'assistant';
  text: string;
}

/** The past of a conversation that is for one answer alone. */
export interface GivenPast {
  messages: readonly PastMessage[];
  callerTools?: CallerTools | undefined;
}
