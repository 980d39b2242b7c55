import type { FileUIPart } from 'ai';
import { useEffect, useState } from 'react';
import type { WhileRunning } from '../../../protocol/while-running.js';
import type { QueuedMessage } from '../../../views/conversation.js';
import { useChanges } from '../api/changes.js';
import { get, patch, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import type { ComposedMessage } from './composer.js';
import { nameFiles, type Outbox, type Sending } from './use-sending.js';

const POLL_MS = 2_000;

export interface Waiting {
  turnId: string;
  text: string;
  files: readonly string[];
  state: 'sending' | 'unsent' | 'running' | 'joined' | 'steer' | 'interrupt' | 'queued';
  problem?: Error | undefined;
}

export interface Queue {
  waiting: readonly Waiting[];
  send: (message: ComposedMessage, whileRunning: WhileRunning) => void;
  resend: (turnId: string) => void;
  move: (waiting: Waiting, whileRunning: WhileRunning) => void;
  /** False if the text was not saved. */
  edit: (waiting: Waiting, text: string) => Promise<boolean>;
  withdraw: (waiting: Waiting) => void;
}

export function useQueue({
  chat,
  outbox: { sending, perform, resend, resendLost, forget },
  isIdle,
  isReconnecting,
  shown,
}: {
  chat: ChatKey;
  outbox: Outbox;
  isIdle: boolean;
  isReconnecting: boolean;
  shown: readonly { id: string }[];
}): Queue {
  const [isBusy, setBusy] = useState(false);
  const query = chatQuery(chat);
  const { value = [], reload } = useLoaded(
    `queue ${chatName(chat)}`,
    (signal) => get<QueuedMessage[]>(conversationPath(chat, '/queue'), { query, signal }),
    { everyMs: isBusy || !isIdle ? POLL_MS : undefined },
  );
  useChanges(reload);
  useEffect(reload, [isIdle]);
  const hidden = new Set(shown.map(({ id }) => id));
  const known = new Set([...hidden, ...value.map(({ turnId }) => turnId)]);
  const waiting = [
    ...value.filter(({ turnId }) => !hidden.has(turnId)).map(toListed),
    ...sending.filter(({ turnId }) => !known.has(turnId)).map(toWaiting),
  ];
  useEffect(() => setBusy(waiting.length > 0), [waiting.length > 0]);
  useEffect(() => {
    for (const { turnId, problem } of sending) if (!problem && known.has(turnId)) forget(turnId);
  });
  useEffect(() => {
    if (!isReconnecting) void resendLost();
  }, [isReconnecting]);

  const ask = (request: () => Promise<unknown>) => showFailure(request).finally(reload);
  const change = (turnId: string, body: { whileRunning: WhileRunning } | { text: string }) =>
    ask(() => patch(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}`), { query, body }));
  const act = (turnId: string, name: string, body?: unknown) =>
    post(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}/${name}`), { query, body });

  return {
    waiting,
    send: (message, whileRunning) => void perform(toSending(chat, message, whileRunning)).then(reload),
    resend: (turnId) => void resend(turnId).then(reload),
    move: ({ turnId }, whileRunning) => void change(turnId, { whileRunning }),
    edit: ({ turnId }, text) => change(turnId, { text }),
    withdraw({ turnId, state }) {
      if (state === 'unsent') return forget(turnId);
      void ask(async () => {
        await act(turnId, 'cancel');
        await act(turnId, 'drop');
        showToast(STRINGS.chat.queue.withdrawn, { undo: () => void ask(() => act(turnId, 'retry')) });
      });
    },
  };
}

async function showFailure(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    showToast((error as Error).message, { isError: true });
    return false;
  }
}

function toSending(chat: ChatKey, message: ComposedMessage, whileRunning: WhileRunning): Sending {
  const turnId = crypto.randomUUID();
  const request = () => submit(chat, { turnId, message, whileRunning });
  return { turnId, message: nameFiles(message), request };
}

function toListed({ turnId, text, attachments = [], state, whileRunning }: Wire<QueuedMessage>): Waiting {
  return {
    turnId,
    text,
    files: attachments.map(({ name }) => name),
    state: state === 'queued' ? (whileRunning ?? state) : state,
  };
}

export function toWaiting({ turnId, message, problem }: Sending): Waiting {
  return { turnId, ...message, state: problem ? 'unsent' : 'sending', problem };
}

export async function submit(
  chat: ChatKey,
  {
    turnId,
    message: { text, files },
    whileRunning,
  }: { turnId: string; message: ComposedMessage; whileRunning?: WhileRunning },
): Promise<void> {
  const said = text === '' ? [] : [{ type: 'text', text }];
  const body = files.length === 0 ? { text } : { parts: [...files.map(toPart), ...said] };
  await post(conversationPath(chat, '/turns'), {
    query: chatQuery(chat),
    body: { ...body, turnId, whileRunning },
  });
}

function toPart({ url, mediaType, filename }: FileUIPart) {
  return { type: 'file', data: url, mediaType, filename };
}
