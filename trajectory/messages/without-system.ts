import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** What was said in a conversation: system messages belong to the agent, and are those of the day when it is replayed. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
