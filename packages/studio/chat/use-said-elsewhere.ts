import { useEffect, useRef } from 'react';
import { distrustChanges, useChanges, usePollMs, type ConversationChange } from '../api/changes.js';
import {
  chatName,
  loadMessages,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from '../api/chat-messages.js';

const POLL_MS = 2_500;

/** Looks by change events and polling, but not while this page's answer runs. */
export function useSaidElsewhere(input: {
  chat: ChatKey;
  isIdle: boolean;
  shown: readonly ChatMessage[];
  onFound: (page: LoadedChat) => void;
}): void {
  const { chat, isIdle } = input;
  const now = useRef(input);
  now.current = input;
  const isMissed = useRef(false);
  const pollMs = usePollMs(POLL_MS);
  const newest = newestQuestion(input.shown);

  async function look(): Promise<{ isFound: boolean }> {
    const page = await loadMessages(chat).catch(() => undefined);
    const isFound =
      page !== undefined &&
      now.current.isIdle &&
      newestQuestion(page.messages) !== newestQuestion(now.current.shown);
    if (isFound) now.current.onFound(page);
    return { isFound };
  }

  useChanges((changes) => {
    if (!changes.some((change) => isAbout(change, chat))) return;
    if (isIdle) void look();
    else isMissed.current = true;
  });
  useEffect(() => {
    if (!isIdle || !isMissed.current) return;
    isMissed.current = false;
    void look();
  }, [isIdle]);
  useEffect(() => {
    if (!isIdle) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void look().then(({ isFound }) => isFound && distrustChanges());
    }, pollMs);
    return () => clearInterval(timer);
  }, [isIdle, newest, pollMs, chatName(chat)]);
}

function newestQuestion(messages: readonly ChatMessage[]): string | undefined {
  return messages.findLast(({ role }) => role === 'user')?.id;
}

function isAbout(change: ConversationChange, { flow, channel, thread }: ChatKey): boolean {
  if (change.type === 'resync') return true;
  return change.flow === flow && change.channel === channel && change.thread === (thread ?? null);
}
