import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { formatExecutionTree } from '../executions/format-execution-tree.js';
import { oneLine } from '../format/printable.js';
import type { Chat } from './chat.js';
import { explainLastCall } from './explain-last-call.js';
import { loadInputHistory, saveInputHistory } from './input-history.js';
import { followTurn, sendMessage, type SendMessageInput, type TurnEnd } from './follow-turn.js';
import { findUnfinished, formatLastMessages, loadLastMessages } from './last-run.js';
import { OpenQuestions } from './open-questions.js';
import { parseTypedLine, formatSlashHelp, type SlashCommand, type TypedLine } from './slash-commands.js';
import { SentMeanwhile } from './sent-meanwhile.js';
import { TerminalLines } from './terminal-lines.js';
import { TurnCancel } from './turn-cancel.js';
import { TurnPrinter } from './turn-printer.js';

/** Chats at a terminal: a prompt, answers as they come, commands. Returns the exit code. */
export async function runTerminalChat(chat: Chat): Promise<number> {
  const { output, shutdown, historyFile, notices } = chat;
  const lines = new TerminalLines({ history: loadInputHistory(historyFile), signal: shutdown.signal });
  const stopShowing = notices?.redirect((line) => lines.show(output.style.yellow(line)));
  try {
    await finishLastRun(chat, lines);
    for (;;) {
      const line = await lines.ask(output.style.bold(output.style.cyan('› ')));
      if (line === null) {
        process.stdout.write('\n');
        break;
      }
      if (!(await handleLine(chat, lines, line))) break;
    }
  } finally {
    stopShowing?.();
    saveInputHistory(historyFile, lines.history);
  }
  return shutdown.exitCode() ?? EXIT_CODES.ok;
}

/** Shows the last messages of the last run, and follows the turns that it left. */
async function finishLastRun(chat: Chat, lines: TerminalLines): Promise<void> {
  const { conversation, output } = chat;
  const unfinished = await findUnfinished(conversation, chat.unfinished);
  const messages = await loadLastMessages(conversation, unfinished);
  if (messages.length > 0) write(`${formatLastMessages(messages, output.style)}\n`);
  for (const turn of unfinished) {
    write(`${output.style.yellow('(finishing an earlier message)')}\n`);
    await follow(chat, lines, (watch) => {
      watch.onSubmitted(turn.turnId);
      return followTurn({ ...watch, ...turn });
    });
  }
}

/** Sends a line as a message or obeys it as a command; false: leave the chat. */
async function handleLine(chat: Chat, lines: TerminalLines, line: string): Promise<boolean> {
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
        return await obeyWhileListening(chat, lines, typed.command);
      case 'message':
        await follow(chat, lines, (watch) =>
          sendMessage({ ...watch, text: typed.text, whileRunning: typed.whileRunning }),
        );
        return true;
    }
  } catch (error) {
    write(`${style.red(describeError(error))}\n`);
    return true;
  }
}

/** Obeys a command, and leaves when that is asked for before it is done. */
async function obeyWhileListening(chat: Chat, lines: TerminalLines, command: SlashCommand): Promise<boolean> {
  const stopListening = lines.listen((line) => leaveIfAsked(chat, parseTypedLine(line)));
  try {
    return await obeyCommand(chat, command);
  } finally {
    stopListening();
  }
}

/** Ends the chat at once for `/quit` or `/exit`; whatever is under way may be waiting for a server that is down. */
function leaveIfAsked({ shutdown }: Chat, typed: TypedLine): boolean {
  if (typed.kind !== 'command' || !isLeaving(typed.command)) return false;
  shutdown.abort('asked to leave');
  return true;
}

function isLeaving(command: SlashCommand): boolean {
  return command === 'quit' || command === 'exit';
}

async function obeyCommand(
  { conversation, executions, output }: Chat,
  command: SlashCommand,
): Promise<boolean> {
  switch (command) {
    case 'help':
      write(`${formatSlashHelp()}\n`);
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
    case 'steer':
    case 'interrupt':
      write(`Write behind it what to say: /${command} In metres, please.\n`);
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
    case 'exit':
      return false;
  }
}

/** The parts of a turn's input that {@link follow} sets. */
type Watch = Omit<SendMessageInput, 'text' | 'whileRunning'> & { onSubmitted: (turnId: string) => void };

/**
 * Follows a turn while Ctrl-C and `/cancel` cancel it, then those of messages that were sent past the queue meanwhile; a
 * second Ctrl-C, `/quit` and `/exit` leave.
 */
async function follow(
  chat: Chat,
  lines: TerminalLines,
  run: (watch: Watch) => Promise<TurnEnd | undefined>,
): Promise<void> {
  const { conversation, output, shutdown, whenSlow } = chat;
  const writeError = (error: unknown): void => write(`${describeError(error)}\n`);
  const turn = new TurnCancel(conversation, writeError);
  const printer = new TurnPrinter({ write, style: output.style });
  const questions = new OpenQuestions(conversation, writeError);
  const meanwhile = new SentMeanwhile(conversation, writeError);
  let followed: string | undefined;
  const stopInterrupting = shutdown.onInterrupt(turn.cancel);
  const stopListening = lines.listen((line) => {
    const typed = parseTypedLine(line);
    if (leaveIfAsked(chat, typed)) return true;
    if (typed.kind === 'message' && typed.whileRunning !== undefined) {
      meanwhile.send(typed.text, typed.whileRunning);
      return true;
    }
    if (typed.kind === 'message' && questions.take(typed.text)) return true;
    if (typed.kind !== 'command' || typed.command !== 'cancel') return false;
    turn.cancel();
    return true;
  });
  try {
    await run({
      conversation,
      onEvent: (event) => {
        questions.hear(event);
        meanwhile.hear(event);
        printer.print(event);
      },
      onSubmitted(turnId) {
        followed = turnId;
        turn.submitted(turnId);
      },
      onSlow: () => write(`${output.style.yellow(`Still waiting: ${whenSlow}`)}\n`),
      signal: shutdown.signal,
    });
  } finally {
    stopListening();
    stopInterrupting();
  }
  for (const sent of await meanwhile.listTurns(followed)) {
    if (shutdown.signal.aborted) return;
    await follow(chat, lines, (watch) => {
      watch.onSubmitted(sent.turnId);
      return followTurn({ ...watch, ...sent });
    });
  }
}

function write(text: string): void {
  process.stdout.write(text);
}
