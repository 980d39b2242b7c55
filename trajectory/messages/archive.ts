import type { ArchivedMessage, MessageUsage } from './archive-message.js';
import { cleanMessages } from './clean-messages.js';
import { sumUsage } from './sum-usage.js';
import { isNotSystem, type ConversationMessage } from './without-system.js';

/** A conversation's messages as they are written down. Plain JSON. */
export interface MessageArchive {
  messages: readonly ConversationMessage[];
  /** Of all messages, also of those that cleaning took out: they were paid for. */
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
    usage: sumUsage(messages),
  };
}

/** The archive's messages for another model call: always clean, however they were written. The usage is that of all. */
export function readForReplay({ messages, usage }: MessageArchive): MessageArchive {
  return { messages: cleanMessages(messages), usage };
}
