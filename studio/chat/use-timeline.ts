import { useState } from 'react';
import {
  loadMessages,
  PAGE,
  type Around,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from './chat-messages.js';

/** Messages that were said before those that the chat goes on with. */
interface Earlier {
  messages: readonly ChatMessage[];
  /** Names the page before them; null: there is none. */
  next: string | null;
  /** The place up to which they are loaded, where messages are missing behind them; null: none are. */
  through: number | null;
}

/** A chat's messages, oldest first. Those around a place may be apart from the newest ones. */
export interface Timeline {
  messages: readonly ChatMessage[];
  /** The number of messages before a part that is not loaded; null: nothing is missing. */
  gap: number | null;
  error: Error | undefined;
  loadOlder: () => void;
  loadMissing: () => void;
}

/**
 * Goes back in a chat a page at a time, from its newest messages or from those around a place. One page is loaded at a time; where
 * it could not be, the error says so, and the next call tries again.
 */
export function useTimeline({
  chat,
  newest,
  first,
  around,
}: {
  chat: ChatKey;
  /** The messages that the chat goes on with. */
  newest: readonly ChatMessage[];
  /** Names the page before them. */
  first: string | null;
  /** The messages around a place that the chat is opened at. */
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
  if (around === undefined) return { messages: [], next: first, through: null };
  const before = { messages: [], next: around.next, through: around.through };
  return join(before, { page: around, newest, through: around.through });
}

/** Adds a page behind messages. Where it reaches the newest ones, nothing is missing any more. */
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
