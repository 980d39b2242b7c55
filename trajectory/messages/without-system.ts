import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** System messages belong to the agent, which sends its current ones on replay. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
