import { invalidField } from '../errors/openai-error.js';
import type { ChatMessage, UserMessage } from './message-schema.js';

export function newestMessages(messages: readonly ChatMessage[], field: string): UserMessage[] {
  const newest: UserMessage[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'user') break;
    newest.unshift(message);
  }
  if (newest.length === 0) throw invalidField(field, 'The last message must be a user message');
  return newest;
}
