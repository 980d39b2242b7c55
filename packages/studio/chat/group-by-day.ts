import { formatDay } from '../parts/format.js';

interface ListedChat<Chat> {
  /** Set for the first chat of a day. */
  day: string | undefined;
  conversation: Chat;
}

/** Names the day before the first chat of each day. Expects the newest first; a chat without messages has its creation. */
export function groupByDay<Chat extends { lastMessageAt: string | null; createdAt: string }>(
  chats: readonly Chat[],
): ListedChat<Chat>[] {
  let before: string | undefined;
  return chats.map((conversation) => {
    const day = formatDay(conversation.lastMessageAt ?? conversation.createdAt);
    const isFirst = day !== before;
    before = day;
    return { day: isFirst ? day : undefined, conversation };
  });
}
