import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** A replay uses the agent's current system messages. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
