import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { cleanMessages } from './clean-messages.js';
import { sumMessageUsage } from './sum-message-usage.js';
import { isNotSystem, type ConversationMessage } from './without-system.js';

/** A conversation's messages as they are written down. Plain JSON. */
export interface MessageArchive {
  messages: readonly ConversationMessage[];
  /** The usage of all messages, also of those that cleaning removed: they were paid for. */
  usage: MessageUsage;
}

export interface ArchiveOptions {
  /** False keeps tool calls without results and results without calls, to see later what happened. Default true. */
  cleanArchive?: boolean;
}

/** Makes an archive of messages. System messages are never in it. */
export function toArchive(
  messages: readonly ArchivedMessage[],
  { cleanArchive = true }: ArchiveOptions = {},
): MessageArchive {
  return {
    messages: cleanArchive ? cleanMessages(messages) : messages.filter(isNotSystem),
    usage: sumMessageUsage(messages),
  };
}
