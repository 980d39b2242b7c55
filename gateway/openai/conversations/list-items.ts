import type { ConversationHandle, HistoryPage } from '../../../client/conversation/handle.js';
import type { ItemsPage } from './items-query.js';

type Messages = Pick<HistoryPage, 'messages' | 'hasMore'>;

/** A part of what was said, in the order that is asked for. */
export async function listItems(
  conversation: Pick<ConversationHandle, 'history'>,
  { limit, after, order }: ItemsPage,
): Promise<Messages> {
  if (order === 'desc')
    return conversation.history({ limit, ...(after !== undefined && { before: String(after) }) });
  const [newest] = (await conversation.history({ limit: 1 })).messages;
  const [first, last] = [after ?? 0, newest?.seq ?? 0];
  if (first >= last) return { messages: [], hasMore: false };
  // Places have no gaps.
  const { messages } = await conversation.history({ limit, before: String(first + limit + 1) });
  return {
    messages: messages.filter(({ seq }) => seq > first).reverse(),
    hasMore: first + limit < last,
  };
}
