import type { ArchivedMessage, ArchivedSystemMessage } from './archive-message.js';

/** Without system messages, because a replay uses the agent's current ones. */
export type ConversationMessage = Exclude<ArchivedMessage, ArchivedSystemMessage>;

export function isNotSystem(message: ArchivedMessage): message is ConversationMessage {
  return message.role !== 'system';
}
