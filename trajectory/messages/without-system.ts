import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** The agent sends its current system messages on replay. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
