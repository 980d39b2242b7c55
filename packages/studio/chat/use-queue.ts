import { isFileUIPart, type FileUIPart } from 'ai';
import { useEffect, useState } from 'react';
import type { WhileRunning } from '../../../protocol/while-running.js';
import type { QueuedMessage } from '../../../views/conversation.js';
import { useChanges } from '../api/changes.js';
import { get, isRefusal, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { chatName, chatQuery, conversationPath, joinText, type ChatKey } from '../api/chat-messages.js';
import type { ComposedMessage } from './composer.js';
import type { Unsent } from './use-transport.js';

const LOOK_MS = 2_000;

/** Sent by this page, until the gateway lists it. */
interface Sending {
  turnId: string;
  message: Pick<Waiting, 'text' | 'files'>;
  /** Idempotent. */
  request: () => Promise<unknown>;
  problem?: Error;
  /** The queued message that this one replaces. */
  replaces?: string;
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
  /** Keeps a rejected message of the chat. */
  keep: (unsent: Unsent, problem: Error) => void;
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
  const { sending, perform, resend, keep, forget } = useSending({ isReconnecting, onSent: reload });
  const known = new Set([...shown.map(({ id }) => id), ...value.map(({ turnId }) => turnId)]);
  const hidden = new Set([...shown.map(({ id }) => id), ...sending.map(({ replaces }) => replaces)]);
  const waiting = [
    ...value.filter(({ turnId }) => !hidden.has(turnId)).map(toListed),
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
    send: (message, whileRunning) => void perform(toSending(chat, message, whileRunning)),
    keep: (unsent, problem) => keep({ ...toUnsent(unsent, forget), problem }),
    resend,
    move({ turnId: replaces, text, files }, whileRunning) {
      const turnId = crypto.randomUUID();
      const request = () => act(replaces, 'retry', { turnId, whileRunning });
      forget(replaces);
      void perform({ turnId, message: { text, files }, request, replaces });
    },
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

function toSending(chat: ChatKey, message: ComposedMessage, whileRunning: WhileRunning): Sending {
  const turnId = crypto.randomUUID();
  const request = () => submit(chat, { turnId, message, whileRunning });
  return { turnId, message: nameFiles(message), request };
}

function toUnsent({ message, isEdit, resend }: Unsent, forget: (turnId: string) => void): Sending {
  const { id, parts } = message;
  const shown = nameFiles({ text: joinText(parts), files: parts.filter(isFileUIPart) });
  if (!isEdit) return { turnId: id, message: shown, request: resend };
  // The chat shows the edited message, which has the same id.
  const turnId = `edit of ${id}`;
  return { turnId, message: shown, request: () => resend().then(() => forget(turnId)) };
}

/** Resends once the connection is back; turn ids make that safe. */
export function useSending({ isReconnecting, onSent }: { isReconnecting: boolean; onSent: () => void }) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const forget = (turnId: string): void =>
    setSending((before) => before.filter((other) => other.turnId !== turnId));

  const keep = (one: Sending): void =>
    setSending((before) => [...before.filter(({ turnId }) => turnId !== one.turnId), one]);

  async function perform({ problem: _, ...one }: Sending): Promise<void> {
    keep(one);
    try {
      await one.request();
      onSent();
    } catch (error) {
      const problem = error as Error;
      setSending((before) =>
        before.map((other) => (other.turnId === one.turnId ? { ...one, problem } : other)),
      );
    }
  }
  function resend(turnId: string): void {
    const one = sending.find((other) => other.turnId === turnId);
    if (one) void perform(one);
  }

  useEffect(() => {
    if (isReconnecting) return;
    for (const one of sending) if (one.problem && !isRefusal(one.problem)) void perform(one);
  }, [isReconnecting]);
  return { sending, perform, resend, keep, forget };
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

export function nameFiles({ text, files }: ComposedMessage): Sending['message'] {
  return { text, files: files.map(({ filename = '' }) => filename) };
}

/** A file goes before the text, as in an unqueued message. */
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
