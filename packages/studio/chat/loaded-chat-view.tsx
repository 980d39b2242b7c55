import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { chatName, loadAround, loadMessages, type ChatKey } from '../api/chat-messages.js';
import type { NewChat } from './use-new-chat.js';
import { ChatView } from './chat-view.js';
import { useSending } from './use-sending.js';
import { parseRoute } from '../route.js';

export function LoadedChatView({
  chat,
  at,
  begun,
  onSend,
}: {
  chat: ChatKey;
  at?: number | undefined;
  begun?: NewChat | undefined;
  onSend?: (() => void) | undefined;
}) {
  // Another branch may have other messages, so it loads like another chat.
  const [round, setRound] = useState(0);
  const place = useLast(at);
  const visits = useVisits(at);
  const outbox = useSending();
  const key = `${chatName(chat)} ${place ?? ''} ${round}`;
  const { value, error, reload } = useLoaded(key, async (signal) => ({
    newest: await loadMessages(chat, { signal }),
    around: place === undefined ? undefined : await loadAround(chat, { seq: place, signal }),
  }));
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={8} className="mx-auto w-full max-w-3xl" />;
  return (
    <ChatView
      key={key}
      chat={chat}
      loaded={value.newest}
      around={value.around}
      visits={visits}
      outbox={outbox}
      begun={begun}
      onSend={onSend}
      onSwitched={() => setRound((before) => before + 1)}
    />
  );
}

/**
 * A link to the current address fires only `popstate`, but so does opening a panel, which drops the place from the
 * address.
 */
function useVisits(at: number | undefined): number {
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    if (at === undefined) return undefined;
    const add = (): void => setVisits((before) => before + 1);
    const follow = (): void => {
      const route = parseRoute(location.hash);
      if (route.view === 'chat' && route.at === at) add();
    };
    add();
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [at]);
  return visits;
}

/** Keeps the last place: opening a panel drops it from the address, which must not reload the chat. */
function useLast(at: number | undefined): number | undefined {
  const last = useRef(at);
  last.current = at ?? last.current;
  return last.current;
}
