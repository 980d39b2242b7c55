import type { ArchivedMessage, MessageUsage } from './archive-message.js';

export function sumMessageUsage(messages: readonly ArchivedMessage[]): MessageUsage {
  const total = { input: 0, cachedInput: 0, output: 0 };
  for (const message of messages) {
    if (message.role !== 'assistant' || !message.usage) continue;
    total.input += message.usage.input;
    total.cachedInput += message.usage.cachedInput;
    total.output += message.usage.output;
  }
  return total;
}
