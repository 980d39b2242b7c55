import { createContext } from 'react';
import type { HistoryPage } from '../../../views/conversation.js';
import type { ThreadNode } from '../../../views/thread.js';
import { useChanges, usePollMs } from '../api/changes.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useDeleted } from '../parts/delete-later.js';
import { formatRoute } from '../route.js';
import {
  chatName,
  chatQuery,
  conversationPath,
  type ChatKey,
  type ChatMessage,
} from '../api/chat-messages.js';
import { findPlace } from './find-place.js';
import { useSaid } from './said.js';

const POLL_MS = 5_000;

export type AnchoredThread = Wire<ThreadNode> & { href: string };

export const Anchored = createContext<readonly AnchoredThread[]>([]);

export function useAnchored(
  chat: ChatKey,
  { messages, isIdle }: { messages: readonly ChatMessage[]; isIdle: boolean },
): ReadonlyMap<number, AnchoredThread[]> {
  // A chat is stored once it has an answer.
  return usePlaced(chat, useThreads(chat, isIdle && messages.length > 0), messages);
}

function useThreads(chat: ChatKey, isKnown: boolean): readonly AnchoredThread[] {
  const { value, reload } = useLoaded(
    `anchors ${chatName(chat)} ${isKnown}`,
    async (signal) =>
      isKnown
        ? get<ThreadNode>(conversationPath(chat, '/threads'), { query: chatQuery(chat), signal })
        : undefined,
    { everyMs: usePollMs(POLL_MS) },
  );
  useSaid(reload);
  useChanges(reload);
  const deleted = useDeleted();
  const { flow, channel } = chat;
  return (value?.children ?? []).flatMap((node): AnchoredThread[] => {
    if (deleted.has(node.workflowId)) return [];
    const thread = node.threadId ?? undefined;
    return [{ ...node, href: formatRoute({ view: 'chat', flow, channel, why: undefined, thread }) }];
  });
}

const NEWEST = 100;

function usePlaced(
  chat: ChatKey,
  threads: readonly AnchoredThread[],
  messages: readonly ChatMessage[],
): ReadonlyMap<number, AnchoredThread[]> {
  // A streamed message has no number yet.
  const missing = threads.filter(({ anchor }) => anchor !== null && findPlace(messages, anchor.message) < 0);
  const names = missing.map(({ anchor }) => anchor?.message).join(' ');
  const { value } = useLoaded(`places ${chatName(chat)} ${names}`, async (signal) => {
    const query = { ...chatQuery(chat), limit: NEWEST };
    return names === ''
      ? undefined
      : get<HistoryPage>(conversationPath(chat, '/messages'), { query, signal });
  });
  const find = (seq: number): number => {
    const known = value?.messages.find((message) => message.seq === seq);
    const place = findPlace(messages, seq);
    if (place >= 0 || !known) return place;
    return messages.findIndex(
      ({ id, role, metadata }) =>
        role === known.role && (role === 'user' ? id : metadata?.turnId) === known.turnId,
    );
  };
  return Map.groupBy(threads, ({ anchor }) => (anchor === null ? -1 : find(anchor.message)));
}
