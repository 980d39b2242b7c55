import { useEffect, useRef, useState } from 'react';
import { isRefusal } from '../api/request.js';
import { loadMessages, type ChatKey, type LoadedChat } from '../api/chat-messages.js';

const RECONNECT_MS = 1_000;
/** Lists poll as often. A longer pause would delay chats after an outage. */
const MAX_RECONNECT_MS = 4_000;

export function useReload(chat: ChatKey) {
  const [isReconnecting, setIsReconnecting] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);

  async function reload(): Promise<LoadedChat | undefined> {
    setFailure(undefined);
    return loadMessages(chat).catch(setFailure) as Promise<LoadedChat | undefined>;
  }

  /** Retries with backoff. Undefined if the chat was closed or the gateway refused. */
  async function reconnect(): Promise<LoadedChat | undefined> {
    setFailure(undefined);
    setIsReconnecting(true);
    try {
      for (let waitMs = RECONNECT_MS; isOpen.current; waitMs = Math.min(2 * waitMs, MAX_RECONNECT_MS)) {
        await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
        const page = await loadMessages(chat).catch(throwRefusal);
        if (page) return page;
      }
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setIsReconnecting(false);
    }
    return undefined;
  }

  return { isReconnecting, failure, reload, reconnect };
}

function throwRefusal(error: unknown): undefined {
  if (isRefusal(error)) throw error;
}
