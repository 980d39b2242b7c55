import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { oneLine } from '../format/printable.js';
import type { Chat } from './chat.js';
import type { AfterCommand } from './commands/slash-command.js';
import { SLASH_COMMANDS } from './commands/slash-commands.js';
import { followAtTerminal, followReceived } from './follow-at-terminal.js';
import { sendMessage } from './follow-turn.js';
import { findUnfinished, formatLastMessages, loadLastMessages } from './last-run.js';
import { obeyWhileListening } from './obey-command.js';
import { parseTypedLine } from './parse-typed-line.js';
import { TerminalLines } from './terminal-lines.js';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { TYPED_HISTORY_TEXTS } from '../terminal/typed-history.js';

/** 500 longer texts would need much space. */
const LONGEST_CHARACTERS = 10_000;

export async function runTerminalChat(chat: Chat): Promise<number> {
  const { output, shutdown, historyFile, notices } = chat;
  const lines = new TerminalLines({
    history: loadInputHistory(historyFile),
    signal: shutdown.signal,
    style: output.style,
  });
  const stopShowing = notices?.redirect((line) => lines.show(output.style.yellow(line)));
  try {
    await finishLastRun(chat, lines);
    for (;;) {
      const line = await lines.ask();
      if (line === null || !(await handleLine(chat, lines, line))) break;
    }
  } finally {
    stopShowing?.();
    lines.close();
    saveInputHistory(historyFile, lines.history);
  }
  return shutdown.exitCode() ?? EXIT_CODES.ok;
}

async function finishLastRun(chat: Chat, lines: TerminalLines): Promise<void> {
  const { conversation, output } = chat;
  const unfinished = await findUnfinished(conversation, chat.unfinished);
  const messages = await loadLastMessages(conversation, unfinished);
  if (messages.length > 0) lines.write(`${formatLastMessages(messages, output.style)}\n`);
  for (const turn of unfinished) {
    lines.write(`${output.style.yellow('(finishing an earlier message)')}\n`);
    await followReceived(chat, lines, turn);
  }
}

/** Returns false to leave the chat. */
async function handleLine(chat: Chat, lines: TerminalLines, line: string): Promise<boolean> {
  const { style } = chat.output;
  const typed = parseTypedLine(line, SLASH_COMMANDS);
  try {
    switch (typed.kind) {
      case 'blank':
        return true;
      case 'unknown-command':
        lines.write(
          `${style.yellow(`Unknown command '/${oneLine(typed.name)}': /help lists all commands`)}\n`,
        );
        return true;
      case 'command':
        return await goOn(chat, lines, await obeyWhileListening(chat, lines, typed));
      case 'message':
        await followAtTerminal(chat, lines, (watch) =>
          sendMessage({ ...watch, text: typed.text, files: chat.files.splice(0) }),
        );
        return true;
    }
  } catch (error) {
    lines.write(`${style.red(describeError(error))}\n`);
    return true;
  }
}

async function goOn(chat: Chat, lines: TerminalLines, after: AfterCommand): Promise<boolean> {
  switch (after?.kind) {
    case undefined:
      return true;
    case 'leave':
      return false;
    case 'cancel': {
      const { turnId } = await chat.conversation.cancel();
      lines.write(`${turnId === null ? 'No answer is running' : '(canceled)'}\n`);
      return true;
    }
    case 'edit':
      return editTurn(chat, lines, after);
    case 'send':
      await followAtTerminal(chat, lines, (watch) => sendMessage({ ...watch, ...after }));
      return true;
    case 'follow':
      await followReceived(chat, lines, after.turn);
      return true;
  }
}

/** A command, or no text, leaves the message as it was. */
async function editTurn(
  chat: Chat,
  lines: TerminalLines,
  { turnId, text, files: earlier }: Extract<AfterCommand, { kind: 'edit' }>,
): Promise<boolean> {
  const line = await lines.edit(text);
  if (line === null) return false;
  if (parseTypedLine(line, SLASH_COMMANDS).kind !== 'message') return handleLine(chat, lines, line);
  const files = [...earlier, ...chat.files.splice(0)];
  const message = files.length === 0 ? line : [{ type: 'text' as const, text: line }, ...files];
  await followReceived(chat, lines, await chat.conversation.edit(turnId, message));
  return true;
}

export function loadInputHistory(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(readLine).reverse();
  } catch {
    return [];
  }
}

export function saveInputHistory(file: string, newestFirst: readonly string[]): void {
  if (!existsSync(dirname(file))) return;
  const texts = newestFirst.filter((text) => text.length <= LONGEST_CHARACTERS);
  const lines = texts.slice(0, TYPED_HISTORY_TEXTS).toReversed().map(writeLine);
  try {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
  } catch {
    // A chat also works without its history.
  }
}

/** Stores several lines, or what looks like JSON, as a JSON string. */
function writeLine(text: string): string {
  return text.includes('\n') || text.startsWith('"') ? JSON.stringify(text) : text;
}

function readLine(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    return String(JSON.parse(line));
  } catch {
    return line;
  }
}
