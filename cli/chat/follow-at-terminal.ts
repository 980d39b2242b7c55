import { describeError } from '../program/describe-error.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import type { Chat } from './chat.js';
import type { AfterCommand } from './commands/slash-command.js';
import { SLASH_COMMANDS } from './commands/slash-commands.js';
import { followTurn, type SendMessageInput, type TurnEnd } from './follow-turn.js';
import { isObeyedNow, obeyCommand } from './obey-command.js';
import { OpenQuestions } from './open-questions.js';
import { parseTypedLine } from './parse-typed-line.js';
import { SentMeanwhile } from './sent-meanwhile.js';
import type { TerminalLines } from './terminal-lines.js';
import { TurnCancel } from './turn-cancel.js';
import { TurnPrinter } from './turn-printer.js';

type Watch = Omit<SendMessageInput, 'text' | 'whileRunning'> & { onSubmitted: (turnId: string) => void };

/** Also follows turns of messages sent meanwhile. A second Ctrl-C exits. */
export async function followAtTerminal(
  chat: Chat,
  lines: TerminalLines,
  run: (watch: Watch) => Promise<TurnEnd | undefined>,
): Promise<void> {
  const { conversation, output, shutdown, whenSlow } = chat;
  const { write } = lines;
  const writeError = (error: unknown): void => write(`${describeError(error)}\n`);
  const turn = new TurnCancel(conversation, writeError);
  const printer = new TurnPrinter({ write, style: output.style });
  const meanwhile = new SentMeanwhile(conversation, writeError);
  const questions = new OpenQuestions(meanwhile);
  let followed: string | undefined;
  const goOn = (after: AfterCommand): void => {
    if (after?.kind === 'leave') shutdown.abort('asked to leave');
    if (after?.kind === 'cancel') turn.cancel();
    if (after?.kind === 'send') void meanwhile.send(after.text, after.whileRunning);
    if (after?.kind === 'follow') void meanwhile.add(Promise.resolve(after.turn));
  };
  const obeying: Promise<void>[] = [];
  const stopInterrupting = shutdown.onInterrupt(turn.cancel);
  const stopListening = lines.listen((line) => {
    const typed = parseTypedLine(line, SLASH_COMMANDS);
    if (typed.kind === 'message') return questions.take(typed.text);
    if (typed.kind !== 'command' || !isObeyedNow(typed.command, questions)) return false;
    obeying.push(obeyCommand(chat, lines, typed).then(goOn).catch(writeError));
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
  await Promise.all(obeying);
  for (const sent of await meanwhile.listTurns(followed)) {
    if (shutdown.signal.aborted) return;
    await followReceived(chat, lines, sent);
  }
}

export function followReceived(
  chat: Chat,
  lines: TerminalLines,
  turn: Pick<TurnReceipt, 'turnId' | 'executionId'>,
): Promise<void> {
  return followAtTerminal(chat, lines, (watch) => {
    watch.onSubmitted(turn.turnId);
    return followTurn({ ...watch, ...turn });
  });
}
