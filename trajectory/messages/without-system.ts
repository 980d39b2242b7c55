import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** A message of a conversation. System messages belong to the agent, which sends its current ones when messages are replayed. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

/** Whether a message is part of the conversation. */
export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
