import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AssistantMessage, ContextEntry, UserMessage } from '../message/entries.js';

/** Counting at each merge would be quadratic. */
const UNCOUNTED = -1;

export function mergeNeighbours(
  entries: readonly ContextEntry[],
  countMessage: (message: ModelMessage) => number,
): ContextEntry[] {
  const merged: ContextEntry[] = [];
  for (const entry of entries) {
    const last = merged.at(-1);
    const joined = last && mergeTwo(last.message, entry.message);
    if (!last || !joined) merged.push(entry);
    else merged[merged.length - 1] = { index: last.index, message: joined, tokens: UNCOUNTED };
  }
  return merged.map((entry) =>
    entry.tokens === UNCOUNTED ? { ...entry, tokens: countMessage(entry.message) } : entry,
  );
}

function mergeTwo(one: ModelMessage, other: ModelMessage): ModelMessage | undefined {
  if (one.role === 'user' && other.role === 'user')
    return { ...one, content: join<UserMessage>(one.content, other.content) };
  if (one.role === 'assistant' && other.role === 'assistant')
    return { ...one, content: join<AssistantMessage>(one.content, other.content) };
  return undefined;
}

function join<Message extends UserMessage | AssistantMessage>(
  one: Message['content'],
  other: Message['content'],
): Message['content'] {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  return [...toParts(one), ...toParts(other)] as Message['content'];
}

function toParts(content: UserMessage['content'] | AssistantMessage['content']): readonly unknown[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
