import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { formatExecutionTree } from '../executions/format-execution-tree.js';
import { oneLine } from '../format/printable.js';
import type { Chat } from './chat.js';
import { explainLastCall } from './explain-last-call.js';
import { loadInputHistory, saveInputHistory } from './input-history.js';
import { findUnfinished, formatRecalled, recallMessages } from './recall.js';
import { runTurn, watchTurn, type TurnOutcome } from './run-turn.js';
import { parseTypedLine, slashHelp, type SlashCommand } from './slash-commands.js';
import { createTerminalLines, type TerminalLines } from './terminal-lines.js';
import { createQuestions } from './questions.js';
import { createTurnCancel } from './turn-cancel.js';
import { createTurnPrinter } from './turn-printer.js';

/** A chat at a terminal: a prompt, answers as they come, commands. Returns the exit code. */
export async function terminalChat(chat: Chat): Promise<number> {
  const { output, shutdown, historyFile } = chat;
  const lines = createTerminalLines({ history: loadInputHistory(historyFile), signal: shutdown.signal });
  try {
    await goOn(chat, lines);
    for (;;) {
      const line = await lines.ask(output.style.bold(output.style.cyan('› ')));
      if (line === null) {
        process.stdout.write('\n');
        break;
      }
      if (!(await perform(chat, lines, line))) break;
    }
  } finally {
    saveInputHistory(historyFile, lines.history);
  }
  return EXIT_CODES.ok;
}

/** Shows where the last run stopped, and finishes what it left. */
async function goOn(chat: Chat, lines: TerminalLines): Promise<void> {
  const { conversation, output } = chat;
  const unfinished = await findUnfinished(conversation, chat.unfinished);
  const messages = await recallMessages(conversation, unfinished);
  if (messages.length > 0) write(`${formatRecalled(messages, output.style)}\n`);
  for (const turn of unfinished) {
    write(`${output.style.yellow('(finishing an earlier message)')}\n`);
    await follow(chat, lines, (watch) => {
      watch.onSubmitted(turn.turnId);
      return watchTurn({ ...watch, ...turn });
    });
  }
}

/** Does what a line says; false: leave. */
async function perform(chat: Chat, lines: TerminalLines, line: string): Promise<boolean> {
  const { style } = chat.output;
  const typed = parseTypedLine(line);
  try {
    switch (typed.kind) {
      case 'blank':
        return true;
      case 'unknown-command':
        write(`${style.yellow(`Command '/${oneLine(typed.name)}' is not known: /help lists them`)}\n`);
        return true;
      case 'command':
        return await obey(chat, typed.command);
      case 'message':
        await follow(chat, lines, (watch) => runTurn({ ...watch, text: typed.text }));
        return true;
    }
  } catch (error) {
    write(`${style.red(describeError(error))}\n`);
    return true;
  }
}

async function obey({ conversation, executions, output }: Chat, command: SlashCommand): Promise<boolean> {
  switch (command) {
    case 'help':
      write(`${slashHelp()}\n`);
      return true;
    case 'tree': {
      const trees = await executions.tree(conversation.workflowId).catch(() => []);
      const text = trees.length === 0 ? 'Nothing has run yet' : formatExecutionTree(trees, output.style);
      write(`${output.style.bold(conversation.workflowId)}\n${text}\n`);
      return true;
    }
    case 'explain':
      write(`${await explainLastCall({ conversation, executions, output })}\n`);
      return true;
    case 'cancel': {
      const { turnId } = await conversation.cancel();
      write(`${turnId === null ? 'No answer is being written' : '(cancelled)'}\n`);
      return true;
    }
    case 'clear':
      await conversation.clear();
      write('The next message begins with a fresh context; nothing was deleted\n');
      return true;
    case 'quit':
      return false;
  }
}

type Watch = Omit<Parameters<typeof runTurn>[0], 'text'> & { onSubmitted: (turnId: string) => void };

/** Follows a turn while Ctrl-C and `/cancel` cancel it; a second Ctrl-C leaves. */
async function follow(
  { conversation, output, shutdown }: Chat,
  lines: TerminalLines,
  run: (watch: Watch) => Promise<TurnOutcome | undefined>,
): Promise<void> {
  const { cancel, submitted } = createTurnCancel(conversation, (error) => write(`${describeError(error)}\n`));
  const stopInterrupting = shutdown.onInterrupt(cancel);
  const print = createTurnPrinter({ write, style: output.style });
  const questions = createQuestions(conversation, (error) => write(`${describeError(error)}\n`));
  const stopListening = lines.listen((line) => {
    const typed = parseTypedLine(line);
    if (typed.kind === 'message' && questions.take(typed.text)) return true;
    if (typed.kind !== 'command' || typed.command !== 'cancel') return false;
    cancel();
    return true;
  });
  try {
    await run({
      conversation,
      onEvent: (event) => {
        questions.hear(event);
        print(event);
      },
      onSubmitted: submitted,
      onSlow: () => write(`${output.style.yellow('Still waiting: does a worker run?')}\n`),
      signal: shutdown.signal,
    });
  } finally {
    stopListening();
    stopInterrupting();
  }
}

function write(text: string): void {
  process.stdout.write(text);
}
