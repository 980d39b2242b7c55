import type {
  ArchivedAssistantMessage,
  ArchivedToolMessage,
  ArchivedUserMessage,
} from '../../../trajectory/messages/archive-message.js';

export function user(text: string, at?: number): ArchivedUserMessage {
  return { role: 'user', text, ...(at === undefined ? {} : { at }) };
}

export function summary(text: string, at?: number): ArchivedUserMessage {
  return { ...user(text, at), isSummary: true };
}

export function assistant(
  text: string,
  rest: Partial<ArchivedAssistantMessage> = {},
): ArchivedAssistantMessage {
  return { role: 'assistant', text, ...rest };
}

export function calling(...ids: string[]): ArchivedAssistantMessage {
  return { role: 'assistant', toolCalls: ids.map((id) => ({ id, name: 'search', input: { q: 'x' } })) };
}

export function result(toolCallId: string, text = 'found'): ArchivedToolMessage {
  return { role: 'tool', toolCallId, text };
}
