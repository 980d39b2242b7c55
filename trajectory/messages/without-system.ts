import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** On replay the agent sends its current system messages. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
