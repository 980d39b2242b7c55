import type { FileUIPart } from 'ai';
import { useEffect, useState } from 'react';
import type { WhileRunning } from '../../../protocol/while-running.js';
import type { QueuedMessage } from '../../../views/conversation.js';
import { useChanges } from '../api/changes.js';
import { get, isRefusal, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from './chat-messages.js';
import type { ComposedMessage } from './composer.js';

const LOOK_MS = 2_000;

/** Sent during an answer, until the gateway lists it. */
interface Sending {
  turnId: string;
  message: ComposedMessage;
  whileRunning: WhileRunning;
  problem?: Error;
}

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
  withdraw: (waiting: Waiting) => void;
}

/** Messages without an answer that the chat does not show yet. */
export function useQueue({
  chat,
  isIdle,
  isReconnecting,
  shown,
}: {
  chat: ChatKey;
  isIdle: boolean;
  isReconnecting: boolean;
  shown: readonly { id: string }[];
}): Queue {
  const [isBusy, setBusy] = useState(false);
  const query = chatQuery(chat);
  const { value = [], reload } = useLoaded(
    `queue ${chatName(chat)}`,
    (signal) => get<QueuedMessage[]>(conversationPath(chat, '/queue'), { query, signal }),
    { everyMs: isBusy || !isIdle ? LOOK_MS : undefined },
  );
  useChanges(reload);
  useEffect(reload, [isIdle]);
  const { sending, perform, forget } = useSending(chat, { isReconnecting, onSent: reload });
  const known = new Set([...shown.map(({ id }) => id), ...value.map(({ turnId }) => turnId)]);
  const waiting = [
    ...value.filter(({ turnId }) => !shown.some(({ id }) => id === turnId)).map(toListed),
    ...sending.filter(({ turnId }) => !known.has(turnId)).map(toWaiting),
  ];
  useEffect(() => setBusy(waiting.length > 0), [waiting.length > 0]);

  async function ask(request: () => Promise<unknown>): Promise<void> {
    await request().catch((error: unknown) => showToast((error as Error).message, { isError: true }));
    reload();
  }
  const act = (turnId: string, name: string, body?: unknown) =>
    post(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}/${name}`), { query, body });
  const undoWithdraw = (turnId: string): void => void ask(() => act(turnId, 'retry'));

  return {
    waiting,
    send: (message, whileRunning) => void perform({ turnId: crypto.randomUUID(), message, whileRunning }),
    resend(turnId) {
      const one = sending.find((other) => other.turnId === turnId);
      if (one) void perform(one);
    },
    move: ({ turnId }, whileRunning) =>
      void ask(async () => {
        await act(turnId, 'cancel');
        await act(turnId, 'retry', { whileRunning });
      }),
    withdraw({ turnId, state }) {
      forget(turnId);
      if (state === 'unsent') return;
      void ask(async () => {
        await act(turnId, 'cancel');
        // Later answers do not see it.
        await act(turnId, 'drop');
        showToast(STRINGS.chat.queue.withdrawn, { undo: () => undoWithdraw(turnId) });
      });
    },
  };
}

/** Resends once the connection is back; turn ids make that safe. */
function useSending(
  chat: ChatKey,
  { isReconnecting, onSent }: { isReconnecting: boolean; onSent: () => void },
) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const forget = (turnId: string): void =>
    setSending((before) => before.filter((other) => other.turnId !== turnId));

  async function perform({ problem: _, ...one }: Sending): Promise<void> {
    const isOther = ({ turnId }: Sending): boolean => turnId !== one.turnId;
    setSending((before) => [...before.filter(isOther), one]);
    try {
      await submit(chat, one);
      onSent();
    } catch (error) {
      const problem = error as Error;
      setSending((before) => before.map((other) => (isOther(other) ? other : { ...one, problem })));
    }
  }

  useEffect(() => {
    if (isReconnecting) return;
    for (const one of sending) if (one.problem && !isRefusal(one.problem)) void perform(one);
  }, [isReconnecting]);
  return { sending, perform, forget };
}

function toListed({ turnId, text, attachments = [], state, whileRunning }: Wire<QueuedMessage>): Waiting {
  return {
    turnId,
    text,
    files: attachments.map(({ name }) => name),
    state: state === 'queued' ? (whileRunning ?? state) : state,
  };
}

function toWaiting({ turnId, message: { text, files }, problem }: Sending): Waiting {
  return {
    turnId,
    text,
    files: files.map(({ filename = '' }) => filename),
    state: problem ? 'unsent' : 'sending',
    problem,
  };
}

/** A file goes before the text, as in an unqueued message. */
export async function submit(
  chat: ChatKey,
  { turnId, message: { text, files }, whileRunning }: Omit<Sending, 'whileRunning'> & Partial<Sending>,
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
