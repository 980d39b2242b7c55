import type { Chat } from './chat.js';
import type { AfterCommand, SlashCommand } from './commands/slash-command.js';
import { SLASH_COMMANDS } from './commands/slash-commands.js';
import type { OpenQuestions } from './open-questions.js';
import { parseTypedLine } from './parse-typed-line.js';
import type { TerminalLines } from './terminal-lines.js';

export interface TypedCommand {
  command: SlashCommand;
  argument: string;
}

export function isObeyedNow(
  { isObeyedDuringAnswers = false, isShowing = false }: SlashCommand,
  { isWaiting }: Pick<OpenQuestions, 'isWaiting'>,
): boolean {
  return isObeyedDuringAnswers || (isShowing && isWaiting);
}

export async function obeyCommand(
  chat: Chat,
  { write }: TerminalLines,
  { command, argument }: TypedCommand,
): Promise<AfterCommand> {
  return command.obey({ chat, argument, write, commands: SLASH_COMMANDS });
}

/** Listens meanwhile, so that `/quit` works if the command's server does not respond. */
export async function obeyWhileListening(
  chat: Chat,
  lines: TerminalLines,
  typed: TypedCommand,
): Promise<AfterCommand> {
  const stopListening = lines.listen((line) => {
    const next = parseTypedLine(line, SLASH_COMMANDS);
    if (next.kind !== 'command' || !next.command.isLeaving) return false;
    chat.shutdown.abort('asked to leave');
    return true;
  });
  try {
    return await obeyCommand(chat, lines, typed);
  } finally {
    stopListening();
  }
}
