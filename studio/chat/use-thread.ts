import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect, useMemo, useState } from 'react';
import { keyHeaders } from '../api/key.js';
import { address } from '../api/request.js';
import {
  chatAddress,
  loadMessages,
  type ChatKey,
  type ChatMessage,
  type LoadedChat,
} from './chat-messages.js';

/** How often is looked whether something was said elsewhere. */
const LOOK_MS = 2_500;
const AFTER_LOSS_MS = 1_000;

/** A chat that goes on with what is stored, resumes what is written, and sees what is said elsewhere. */
export function useThread({
  chat,
  loaded,
  reload,
}: {
  chat: ChatKey;
  loaded: LoadedChat;
  reload: () => void;
}) {
  const { flow, channel } = chat;
  const [ahead, setAhead] = useState(0);
  const transport = useMemo(
    () =>
      new DefaultChatTransport<ChatMessage>({
        api: address('/api/chat', { flow, version: '7' }),
        headers: keyHeaders,
        // What came before is stored: only the newest message is sent.
        prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => ({
          body: { id, messages: messages.slice(-1), trigger, messageId, flow },
        }),
        prepareReconnectToStreamRequest: ({ id }) => ({
          api: chatAddress({ flow, channel: id }, '/stream'),
          headers: keyHeaders(),
        }),
      }),
    [flow],
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
    onError: (error) => error instanceof TypeError && setTimeout(reload, AFTER_LOSS_MS),
  });
  const { status, messages } = thread;
  const isIdle = status === 'ready' || status === 'error';
  const newest = messages.findLast(({ role }) => role === 'user')?.id;
  useEffect(() => {
    if (!isIdle) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      loadMessages(chat, {}).then(
        (page) => page.messages.findLast(({ role }) => role === 'user')?.id !== newest && reload(),
        () => {},
      );
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [isIdle, newest, flow, channel, reload]);
  return { ...thread, isIdle, ahead };
}
