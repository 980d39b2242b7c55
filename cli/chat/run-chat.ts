import type { Chat } from './chat.js';
import { runPipedChat } from './piped-chat.js';
import { runTerminalChat } from './terminal-chat.js';

/** Whether somebody sits at both ends: then there is a prompt, and answers come word by word. */
export function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Chats until the input ends or a signal comes; returns the exit code. */
export async function runChat(chat: Chat): Promise<number> {
  const { shutdown, output } = chat;
  const exitCode = isTerminal() && !output.isJson ? await runTerminalChat(chat) : await runPipedChat(chat);
  const { reason } = shutdown.signal;
  if (shutdown.signal.aborted && reason instanceof Error) throw reason;
  return exitCode;
}
