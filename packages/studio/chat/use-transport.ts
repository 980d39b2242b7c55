import { DefaultChatTransport } from 'ai';
import { useMemo, useRef } from 'react';
import { address, ask } from '../api/request.js';
import { chatAddress, type ChatKey, type ChatMessage, type LoadedChat } from '../api/chat-messages.js';

export interface Unsent {
  message: ChatMessage;
  /** True replaces the message with the same id. */
  isEdit: boolean;
  resend: () => Promise<void>;
}

export function useTransport({ flow, thread }: ChatKey, loaded: LoadedChat) {
  const unanswered = useRef(findUnanswered(loaded));
  const sent = useRef<Unsent>(undefined);
  const transport = useMemo(
    () =>
      new DefaultChatTransport<ChatMessage>({
        api: address('/api/chat', { flow, thread }),
        fetch: (url, init) => ask(String(url), init ?? {}),
        // The history is stored, so send only the newest message.
        prepareSendMessagesRequest: ({ id, messages, trigger, messageId }) => {
          const last = messages.at(-1);
          const isQuestion = last?.role === 'user' && trigger === 'submit-message';
          const body = { id, messages: messages.slice(-1), trigger, messageId, flow };
          const resend = () => post(address('/api/chat', { flow, thread }), body);
          sent.current = isQuestion ? { message: last, isEdit: messageId !== undefined, resend } : undefined;
          return { body };
        },
        prepareReconnectToStreamRequest({ id }) {
          sent.current = undefined;
          // Names the last message, or the stream would skip an answer that ended meanwhile.
          return {
            api: chatAddress({ flow, channel: id, thread }, '/stream', { after: unanswered.current ?? '' }),
          };
        },
      }),
    [flow, thread],
  );
  return {
    transport,
    getSent: () => sent.current,
    follow: (page: LoadedChat) => void (unanswered.current = findUnanswered(page)),
    /** Undefined if the gateway stored it. An edit is unsent if its branch lacks the edited message. */
    findUnsent({ messages }: LoadedChat): Unsent | undefined {
      const isIn = messages.some(({ id }) => id === sent.current?.message.id);
      return sent.current?.isEdit === isIn ? sent.current : undefined;
    },
  };
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await ask(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.body?.cancel();
}

function findUnanswered({ messages }: LoadedChat): string | undefined {
  const last = messages.at(-1);
  return last?.role === 'user' ? last.metadata?.turnId : undefined;
}
