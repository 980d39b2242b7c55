import { lastAssistantMessageIsCompleteWithApprovalResponses, DefaultChatTransport } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { useChat } from '@ai-sdk/react';

const api = '/api/chat?flow=assistant&version=7'; // with `ai` 6: without version

export function ChatPage({ id }) {
  const [loaded, setLoaded] = useState();
  const [isReconnecting, setReconnecting] = useState(false);
  async function load(last, waitMs = 500) {
    try {
      const response = await fetch(`/api/chat/${encodeURIComponent(id)}?flow=assistant&version=7`);
      if (!response.ok) throw new Error(response.statusText);
      const { messages } = await response.json();
      setLoaded((before) => ({ key: (before?.key ?? 0) + 1, messages, unsent: findUnsent(messages, last) }));
      setReconnecting(false);
    } catch {
      reconnect(last, Math.min(waitMs * 2, 15_000));
    }
  }
  function reconnect(last, waitMs = 500) {
    setReconnecting(true);
    setTimeout(load, waitMs, last, waitMs);
  }
  useEffect(() => void load(), []);
  return (
    <>
      {isReconnecting && <p role="status">Reconnecting…</p>}
      {loaded && <Chat {...loaded} key={loaded.key} id={id} reconnect={reconnect} />}
    </>
  );
}

/** The message or the edit that was lost with the connection. */
function findUnsent(stored, last) {
  const has = (id) => stored.some((message) => message.id === id);
  if (last?.messageId) return has(last.messageId) ? last : undefined; // once stored, an edit is in a branch without the message
  return last?.role === 'user' && !has(last.id) ? last : undefined;
}

function Chat({ id, messages: stored, unsent, reconnect }) {
  const edit = useRef();
  const { messages, setMessages, sendMessage, status, addToolApprovalResponse } = useChat({
    id,
    messages: stored,
    resume: unsent === undefined,
    transport: new DefaultChatTransport({
      api: `${api}&after=${encodeURIComponent(stored.at(-1)?.id ?? '')}`,
      // The gateway stores the history: send only the newest message.
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
        body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
      }),
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => error instanceof TypeError && reconnect(edit.current ?? messages.at(-1)), // the connection was lost
    onFinish: () => (edit.current = undefined),
    onData: ({ type, data }) => {
      // The message joined a running answer, which now follows below the message. What the answer asked stays above.
      if (type === 'data-joined')
        setMessages((shown) => {
          const asked = data.asked.filter((question) => !shown.some(({ id }) => id === question.id));
          return shown.flatMap((message) => (message.id === data.messageId ? asked : [message]));
        });
    },
  });
  function send(message) {
    // { text } or, as an edit, { text, messageId }
    edit.current = message.messageId && message;
    void sendMessage(message);
  }
  useEffect(() => {
    if (unsent) send(unsent);
  }, []);
  // A file: <img src={part.url} alt={part.filename} />
  // The buttons of a finished answer: only if message.metadata?.status is set
}
