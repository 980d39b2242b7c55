import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { cleanMessages } from './clean-messages.js';
import { sumMessageUsage } from './sum-message-usage.js';
import { isNotSystem, type ConversationMessage } from './without-system.js';

export interface MessageArchive {
  messages: readonly ConversationMessage[];
  /** Includes removed messages, because they were paid for. */
  usage: MessageUsage;
}

export interface ArchiveOptions {
  /** Set to false to keep tool calls without results and results without calls. Default: true. */
  cleanArchive?: boolean;
}

export function toArchive(
  messages: readonly ArchivedMessage[],
  { cleanArchive = true }: ArchiveOptions = {},
): MessageArchive {
  return {
    messages: cleanArchive ? cleanMessages(messages) : messages.filter(isNotSystem),
    usage: sumMessageUsage(messages),
  };
}
