import { formatDay } from '../parts/format.js';
import { STRINGS } from '../strings.js';

interface ListedChat<Chat> {
  day: string | undefined;
  conversation: Chat;
}

/**
 * Expects pinned chats, which get no day, then the newest. A chat without messages belongs to the day of its
 * creation.
 */
export function groupByDay<
  Chat extends { isPinned: boolean; lastMessageAt: string | null; createdAt: string },
>(chats: readonly Chat[]): ListedChat<Chat>[] {
  let before: string | undefined;
  return chats.map((conversation) => {
    const { isPinned, lastMessageAt, createdAt } = conversation;
    const day = isPinned ? STRINGS.chats.pinned : formatDay(lastMessageAt ?? createdAt);
    const isFirst = day !== before;
    before = day;
    return { day: isFirst ? day : undefined, conversation };
  });
}
