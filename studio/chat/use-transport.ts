import { DefaultChatTransport } from 'ai';
import { useMemo, useRef } from 'react';
import { keyHeaders } from '../api/key.js';
import { address } from '../api/request.js';
import { chatAddress, type ChatKey, type ChatMessage, type LoadedChat } from './chat-messages.js';

/** The requests of a chat's `useChat`, and the question that the newest of them asked. */
export function useTransport({ flow, thread }: ChatKey, loaded: LoadedChat) {
  const unanswered = useRef(findUnanswered(loaded));
  /** Absent for an edit and for an answer to an approval. */
  const sent = useRef<ChatMessage>(undefined);
  const transport = useMemo(
    () =>
      new DefaultChatTransport<ChatMessage>({
        api: address('/api/chat', { flow, version: '7', thread }),
        headers: keyHeaders,
        // What came before is stored: only the newest message is sent.
        prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => {
          const last = messages.at(-1);
          sent.current = last?.role === 'user' && messageId === undefined ? last : undefined;
          return { body: { id, messages: messages.slice(-1), trigger, messageId, flow } };
        },
        prepareReconnectToStreamRequest: ({ id }) => ({
          // An answer that has ended since its question was loaded is in neither otherwise.
          api: chatAddress({ flow, channel: id, thread }, '/stream', { after: unanswered.current ?? '' }),
          headers: keyHeaders(),
        }),
      }),
    [flow, thread],
  );
  return {
    transport,
    /** Resumes what is not answered in a page that was loaded. */
    follow: (page: LoadedChat) => void (unanswered.current = findUnanswered(page)),
    /** The question that was sent last, where the gateway has not stored it. */
    findUnsent: ({ messages }: LoadedChat): ChatMessage[] =>
      sent.current === undefined || messages.some(({ id }) => id === sent.current?.id) ? [] : [sent.current],
  };
}

/** The turn of the last message, where its answer was not loaded. */
function findUnanswered({ messages }: LoadedChat): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.metadata?.turnId : undefined;
}
