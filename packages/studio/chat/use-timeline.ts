import { useState } from 'react';
import {
  loadMessages,
  PAGE,
  type Around,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from '../api/chat-messages.js';

interface Earlier {
  messages: readonly ChatMessage[];
  next: string | null;
  /** The last message before the gap. Null without a gap. */
  through: number | null;
}

/** Oldest first. A gap may separate a visited place from the newest messages. */
export interface Timeline {
  messages: readonly ChatMessage[];
  /** The number of messages before the gap, or null. */
  gap: number | null;
  error: Error | undefined;
  loadOlder: () => void;
  loadMissing: () => void;
}

/** If loading fails, the next call tries again. */
export function useTimeline({
  chat,
  newest,
  first,
  around,
}: {
  chat: ChatKey;
  newest: readonly ChatMessage[];
  first: string | null;
  around: Around | undefined;
}): Timeline {
  const [earlier, setEarlier] = useState<Earlier>(() => begin({ newest, first, around }));
  const [error, setError] = useState<Error>();
  const [isLoading, setIsLoading] = useState(false);
  const { messages, next, through } = earlier;

  function load(before: string, add: (page: LoadedChat) => Earlier): void {
    if (isLoading) return;
    setIsLoading(true);
    loadMessages(chat, { before })
      .then((page) => {
        setEarlier(add(page));
        setError(undefined);
      }, setError)
      .finally(() => setIsLoading(false));
  }

  return {
    messages: [...messages, ...newest],
    gap: through === null ? null : messages.length,
    error,
    loadOlder() {
      if (next !== null)
        load(next, (page) => ({ ...earlier, messages: [...page.messages, ...messages], next: page.next }));
    },
    loadMissing() {
      if (through !== null)
        load(String(through + PAGE), (page) => join(earlier, { page, newest, through: through + PAGE }));
    },
  };
}

function begin({
  newest,
  first,
  around,
}: Pick<Parameters<typeof useTimeline>[0], 'newest' | 'first' | 'around'>): Earlier {
  if (!around) return { messages: [], next: first, through: null };
  const before = { messages: [], next: around.next, through: around.through };
  return join(before, { page: around, newest, through: around.through });
}

function join(
  before: Earlier,
  { page, newest, through }: { page: LoadedChat; newest: readonly ChatMessage[]; through: number },
): Earlier {
  const later = new Set(newest.map(({ id }) => id));
  const known = new Set(before.messages.map(({ id }) => id));
  const added = page.messages.filter(({ id }) => !later.has(id) && !known.has(id));
  const isWhole = newest.length === 0 || page.messages.some(({ id }) => later.has(id));
  return {
    messages: [...before.messages, ...added],
    next: before.next,
    through: isWhole ? null : through,
  };
}
