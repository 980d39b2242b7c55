import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { Executions } from '../../client/executions/executions.js';
import type { Output } from '../format/output.js';
import type { Shutdown } from '../program/shutdown.js';
import { pipedChat } from './piped-chat.js';
import { terminalChat } from './terminal-chat.js';

/** What a chat works with. */
export interface Chat {
  conversation: ConversationHandle;
  executions: Executions;
  output: Output;
  shutdown: Shutdown;
  /** Turns that had no outcome before a worker was started for this chat. */
  unfinished: readonly string[];
  /** Keeps what was typed, for the up arrow. */
  historyFile: string;
}

/** Whether somebody sits at both ends: then there is a prompt, and answers come word by word. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Chats until the input ends or a signal comes; returns the exit code. */
export async function runChat(chat: Chat): Promise<number> {
  const { shutdown, output } = chat;
  const exitCode = isTerminal() && !output.isJson ? await terminalChat(chat) : await pipedChat(chat);
  const { reason } = shutdown.signal;
  if (shutdown.signal.aborted && reason instanceof Error) throw reason;
  return exitCode;
}
