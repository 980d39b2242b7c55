import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_CODES } from '../program/exit-codes.js';
import { isDumbTerminal } from '../../config.js';
import type { Chat } from './chat.js';
import { runPipedChat } from './piped-chat.js';
import { runTerminalChat } from './terminal-chat.js';

const LEAVE_MS = 500;

export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && !isDumbTerminal();
}

/** Does not wait for pending requests. Throws the error that ended the chat. */
export async function runChat(chat: Chat): Promise<number> {
  const { shutdown, output } = chat;
  const { signal } = shutdown;
  const chatting = isTerminal() && !output.isJson ? runTerminalChat(chat) : runPipedChat(chat);
  const exitCode = await Promise.race([chatting, left(signal)]);
  const { reason } = signal;
  if (signal.aborted && reason instanceof Error) throw reason;
  return exitCode ?? shutdown.exitCode() ?? EXIT_CODES.ok;
}

async function left(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
  await delay(LEAVE_MS);
}
