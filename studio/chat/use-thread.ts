import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { keyHeaders } from '../api/key.js';
import { address } from '../api/request.js';
import {
  chatAddress,
  loadMessages,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from './chat-messages.js';
import { announceSaid } from './said.js';
import { useSaidElsewhere } from './use-said-elsewhere.js';

const AFTER_LOSS_MS = 1_000;

/** A chat that goes on with what is stored, resumes what is written, and sees what is said elsewhere. */
export function useThread({
  chat,
  loaded,
  onApart,
}: {
  chat: ChatKey;
  loaded: LoadedChat;
  /** More was said elsewhere than a page: messages are missing before those that are stored now. */
  onApart: () => void;
}) {
  const { flow, channel, thread: below } = chat;
  const [ahead, setAhead] = useState(0);
  const unanswered = useRef(findUnanswered(loaded));
  const transport = useMemo(
    () => makeTransport({ flow, thread: below, unanswered: () => unanswered.current }),
    [flow, below],
  );
  const thread = useChat<ChatMessage>({
    id: channel,
    messages: loaded.messages,
    resume: true,
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onData: ({ type, data }) => {
      if (type === 'data-queued') setAhead((data as { ahead: number }).ahead);
    },
    onFinish: () => setAhead(0),
    // The connection was lost; what failed in a turn comes as an error of another kind.
    onError: (error) => error instanceof TypeError && setTimeout(() => void catchUp(), AFTER_LOSS_MS),
  });
  const { status, messages, setMessages, clearError, resumeStream } = thread;
  const isIdle = status === 'ready' || status === 'error';

  /** Shows what is stored, and goes on with what is written. */
  async function catchUp(stored?: LoadedChat): Promise<void> {
    const page = stored ?? (await loadMessages(chat));
    if (isApart(messages, page)) return onApart();
    setMessages((before) => [...messagesBefore(before, page.messages), ...page.messages]);
    clearError();
    unanswered.current = findUnanswered(page);
    await resumeStream();
  }

  // The list need not wait until it looks again.
  useEffect(announceSaid, [status]);
  useSaidElsewhere({ chat, isIdle, shown: messages, onFound: (page) => void catchUp(page) });
  return { ...thread, isIdle, ahead, catchUp: () => void catchUp() };
}

function makeTransport({
  flow,
  thread,
  unanswered,
}: {
  flow: string;
  thread: string | undefined;
  unanswered: () => string | undefined;
}): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: address('/api/chat', { flow, version: '7', thread }),
    headers: keyHeaders,
    // What came before is stored: only the newest message is sent.
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
      body: { id, messages: messages.slice(-1), trigger, messageId, flow },
    }),
    prepareReconnectToStreamRequest: ({ id }) => ({
      // An answer that has ended since its question was loaded is in neither otherwise.
      api: chatAddress({ flow, channel: id, thread }, '/stream', { after: unanswered() ?? '' }),
      headers: keyHeaders(),
    }),
  });
}

/** The turn of the last message, where its answer was not loaded. */
function findUnanswered({ messages }: LoadedChat): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.metadata?.turnId : undefined;
}

/** Returns the messages shown above the first of a page; none where the page is not a part of what is shown. */
function messagesBefore(shown: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
  const at = shown.findIndex(({ id }) => id === page[0]?.id);
  return shown.slice(0, Math.max(0, at));
}

/** Tells whether messages are missing between those that are shown and a page. */
function isApart(shown: readonly ChatMessage[], { messages, next }: LoadedChat): boolean {
  return next !== null && shown.length > 0 && !shown.some(({ id }) => id === messages[0]?.id);
}
