import { useChat } from '@ai-sdk/react';
import { isToolUIPart } from 'ai';
import { useEffect, useRef, useState } from 'react';
import { ANSWER_CONTINUES } from '../../../protocol/answer-continues.js';
import { ApiError, isLost } from '../api/request.js';
import type { ChatKey, ChatMessage, LoadedChat } from '../api/chat-messages.js';
import { announceSaid } from './said.js';
import { useReload } from './use-reload.js';
import { useSaidElsewhere } from './use-said-elsewhere.js';
import { useTransport, type Unsent } from './use-transport.js';

interface ThreadInput {
  chat: ChatKey;
  loaded: LoadedChat;
  /** Called if more than a page of messages arrived, which leaves a gap before the newest page. */
  onApart: () => void;
  onRejected: (unsent: Unsent, problem: Error) => void;
}

export function useThread({ chat, loaded, onApart, onRejected }: ThreadInput) {
  const [ahead, setAhead] = useState(0);
  const followed = useRef(new Set<string>());
  const { isReconnecting, failure, reload, reconnect } = useReload(chat);
  const { transport, follow, getSent, findUnsent } = useTransport(chat, loaded);
  const thread = useChat<ChatMessage>({
    id: chat.channel,
    messages: loaded.messages,
    resume: true,
    transport,
    sendAutomaticallyWhen: ({ messages }) => takeDecisions(messages.at(-1), followed.current),
    onData: ({ type, data }) => {
      if (type === 'data-queued') setAhead((data as { ahead: number }).ahead);
      if (type === 'data-joined') replaceAnswer(data as { messageId: string; asked: ChatMessage[] });
    },
    onFinish: () => setAhead(0),
    onError(error) {
      if (isLost(error) || error.message === ANSWER_CONTINUES) void catchUpAfterLoss();
      else if (error instanceof ApiError) void rejectSent(error);
    },
  });
  const { status, messages, setMessages, clearError, resumeStream, sendMessage } = thread;
  const isIdle = !isReconnecting && (status === 'ready' || status === 'error');

  /** Removes the partial answer and adds messages that joined its turn. The answer then streams again below. */
  function replaceAnswer({ messageId, asked }: { messageId: string; asked: ChatMessage[] }): void {
    setMessages((shown) => {
      const missing = asked.filter((question) => !shown.some(({ id }) => id === question.id));
      return shown.flatMap((message) => (message.id === messageId ? missing : [message]));
    });
  }

  /** Resumes the running answer, or resends a lost message. */
  async function catchUp(page: LoadedChat, unsent?: Unsent): Promise<void> {
    if (isApart(messages, page)) return onApart();
    setMessages((before) => [...messagesBefore(before, page.messages), ...page.messages]);
    clearError();
    follow(page);
    if (!unsent) return resumeStream();
    const { message, isEdit } = unsent;
    await sendMessage(isEdit ? { ...message, messageId: message.id } : message);
  }

  async function catchUpAfterLoss(): Promise<void> {
    const page = await reconnect();
    if (page) await catchUp(page, findUnsent(page));
  }

  /** Reports the rejected message, which the user can resend from the queue. */
  async function rejectSent(problem: ApiError): Promise<void> {
    const sent = getSent();
    if (!sent) return;
    onRejected(sent, problem);
    const page = await reload();
    if (page) await catchUp(page);
  }

  useEffect(announceSaid, [status]);
  useSaidElsewhere({ chat, isIdle, shown: messages, onFound: (page) => void catchUp(page) });
  return {
    ...thread,
    isIdle,
    isReconnecting,
    error: failure ?? thread.error,
    ahead,
    catchUp: () => void reload().then((page) => page && catchUp(page)),
  };
}

/** True, once, if the message has decisions that no request has followed yet. */
function takeDecisions(message: ChatMessage | undefined, followed: Set<string>): boolean {
  const decided = (message?.parts ?? []).flatMap((part) =>
    isToolUIPart(part) && part.state === 'approval-responded' ? part.approval.id : [],
  );
  const added = decided.filter((id) => !followed.has(id));
  for (const id of added) followed.add(id);
  return added.length > 0;
}

function messagesBefore(shown: readonly ChatMessage[], page: readonly ChatMessage[]): ChatMessage[] {
  const at = shown.findIndex(({ id }) => id === page[0]?.id);
  return shown.slice(0, Math.max(0, at));
}

/** A gap separates the shown messages from the page. */
function isApart(shown: readonly ChatMessage[], { messages, next }: LoadedChat): boolean {
  return next !== null && shown.length > 0 && !shown.some(({ id }) => id === messages[0]?.id);
}
