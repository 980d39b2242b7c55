import { randomUUID } from 'node:crypto';
import type { HistoryPage } from '../../../client/conversation/handle.js';
import type { Caller } from '../../gateway-env.js';
import { END_OF_PAST, readPast } from '../chat/read-past.js';
import { invalidField } from '../errors/openai-error.js';
import { toChatMessages } from '../responses/input-schema.js';
import { readItems } from './given-items.js';

/**
 * Adds items to the end of a conversation that has begun, as messages, and returns these in order. Throws a 409 while a response is in
 * progress, and a 400 for an item that a conversation cannot keep.
 */
export async function appendItems(
  { client, user }: Caller,
  key: { flow: string; channel: string },
  given: unknown,
): Promise<Pick<HistoryPage, 'messages' | 'hasMore'>> {
  const items = readItems(given).map(({ read }) => read);
  for (const [index, item] of items.entries()) {
    const problem = itemProblem(item);
    if (problem !== undefined) throw invalidField(`items.${index}`, problem, 'unsupported_parameter');
  }
  const { past: messages } = readPast({ messages: [...toChatMessages(items), END_OF_PAST], parts: [] });
  if (messages.length === 0) return { messages: [], hasMore: false };
  const first = await client.given.addMessages({ ...key, id: randomUUID(), messages }, { user });
  const before = String(first + messages.length);
  const page = await client.conversation({ ...key, user }).history({ limit: messages.length, before });
  return { messages: page.messages.toReversed(), hasMore: false };
}

function itemProblem(item: ReturnType<typeof readItems>[number]['read']): string | undefined {
  if ('role' in item && (item.role === 'system' || item.role === 'developer'))
    return `A conversation keeps no message with the role '${item.role}': send it as 'instructions' of a response`;
  const parts = 'role' in item ? item.content : item.type === 'function_call_output' ? item.output : [];
  if (typeof parts !== 'string' && parts.some(({ type }) => type === 'input_image' || type === 'input_file'))
    return 'A conversation that has begun gets pictures and files only as the input of a response';
  return undefined;
}
