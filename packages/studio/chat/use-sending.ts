import { isFileUIPart } from 'ai';
import { useState } from 'react';
import { isRefusal } from '../api/request.js';
import { joinText } from '../api/chat-messages.js';
import type { ComposedMessage } from './composer.js';
import type { Unsent } from './use-transport.js';

/** A message that this page sent. It is kept until the gateway lists it. */
export interface Sending {
  turnId: string;
  message: { text: string; files: readonly string[] };
  request: () => Promise<unknown>;
  problem?: Error;
}

export interface Outbox {
  sending: readonly Sending[];
  perform: (one: Sending) => Promise<void>;
  resend: (turnId: string) => Promise<void>;
  /** Idempotent, because the messages keep their turn ids. */
  resendLost: () => Promise<void>;
  keep: (unsent: Unsent, problem: Error) => void;
  forget: (turnId: string) => void;
}

export function useSending(): Outbox {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const forget = (turnId: string): void =>
    setSending((before) => before.filter((other) => other.turnId !== turnId));
  const add = (one: Sending): void =>
    setSending((before) => [...before.filter(({ turnId }) => turnId !== one.turnId), one]);

  async function perform({ problem: _, ...one }: Sending): Promise<void> {
    add(one);
    try {
      await one.request();
    } catch (error) {
      const problem = error as Error;
      setSending((before) =>
        before.map((other) => (other.turnId === one.turnId ? { ...one, problem } : other)),
      );
    }
  }
  const performAll = async (chosen: readonly Sending[]): Promise<void> =>
    void (await Promise.all(chosen.map(perform)));

  return {
    sending,
    perform,
    resend: (turnId) => performAll(sending.filter((one) => one.turnId === turnId)),
    resendLost: () => performAll(sending.filter(({ problem }) => problem && !isRefusal(problem))),
    keep: (unsent, problem) => add({ ...toSending(unsent, forget), problem }),
    forget,
  };
}

function toSending({ message, isEdit, resend }: Unsent, forget: (turnId: string) => void): Sending {
  const { id, parts } = message;
  const shown = nameFiles({ text: joinText(parts), files: parts.filter(isFileUIPart) });
  if (!isEdit) return { turnId: id, message: shown, request: resend };
  // The edited message in the chat has the same id.
  const turnId = `edit of ${id}`;
  return { turnId, message: shown, request: () => resend().then(() => forget(turnId)) };
}

export function nameFiles({ text, files }: ComposedMessage): Sending['message'] {
  return { text, files: files.map(({ filename = '' }) => filename) };
}
