import { DefaultChatTransport } from 'ai';
import { useMemo, useRef } from 'react';
import { keyHeaders } from '../api/key.js';
import { address } from '../api/request.js';
import { chatAddress, type ChatKey, type ChatMessage, type LoadedChat } from './chat-messages.js';

/** A message lost with the connection. */
export interface Unsent {
  message: ChatMessage;
  /** Replaces the message with the same id. */
  isEdit: boolean;
}

export function useTransport({ flow, thread }: ChatKey, loaded: LoadedChat) {
  const unanswered = useRef(findUnanswered(loaded));
  /** Absent for an answer to an approval. */
  const sent = useRef<Unsent>(undefined);
  const transport = useMemo(
    () =>
      new DefaultChatTransport<ChatMessage>({
        api: address('/api/chat', { flow, thread }),
        headers: keyHeaders,
        // The history is stored: only the newest message is sent.
        prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => {
          const last = messages.at(-1);
          const isQuestion = last?.role === 'user' && trigger === 'submit-message';
          sent.current = isQuestion ? { message: last, isEdit: messageId !== undefined } : undefined;
          return { body: { id, messages: messages.slice(-1), trigger, messageId, flow } };
        },
        prepareReconnectToStreamRequest: ({ id }) => ({
          // Otherwise an answer that ended since its message was loaded would be missing.
          api: chatAddress({ flow, channel: id, thread }, '/stream', { after: unanswered.current ?? '' }),
          headers: keyHeaders(),
        }),
      }),
    [flow, thread],
  );
  return {
    transport,
    follow: (page: LoadedChat) => void (unanswered.current = findUnanswered(page)),
    /** Undefined if the gateway has stored the message. The branch of an edit lacks the edited message. */
    findUnsent({ messages }: LoadedChat): Unsent | undefined {
      const isIn = messages.some(({ id }) => id === sent.current?.message.id);
      return sent.current?.isEdit === isIn ? sent.current : undefined;
    },
  };
}

/** The turn of the last message, if its answer was not loaded. */
function findUnanswered({ messages }: LoadedChat): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.metadata?.turnId : undefined;
}
