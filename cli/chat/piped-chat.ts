import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { printable } from '../format/printable.js';
import type { Chat } from './chat.js';
import { linesOf } from './lines-of.js';
import { createQuestionNotes } from './note-questions.js';
import { findUnfinished } from './recall.js';
import { runTurn, watchTurn, type TurnOutcome } from './run-turn.js';

/**
 * Takes each line of standard input as a turn and prints each answer to standard output, one after another.
 * A turn that fails is told on standard error and does not keep the next ones from being worked off.
 */
export async function pipedChat(chat: Chat): Promise<number> {
  const { signal, exitCode } = chat.shutdown;
  let hasFailed = false;
  const stopReading = (): unknown => process.stdin.destroy();
  signal.addEventListener('abort', stopReading);
  try {
    await finishEarlier(chat);
    const lines = spokenLines();
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (signal.aborted) break;
      if (!(await takeTurn(chat, { text: line.value, lines }))) hasFailed = true;
    }
  } catch (error) {
    // A destroyed standard input throws where it is read.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stopReading);
  }
  return exitCode() ?? (hasFailed ? EXIT_CODES.failed : EXIT_CODES.ok);
}

/** Turns that the last run left: their answers belong to no line of this input. */
async function finishEarlier({ conversation, output, shutdown, unfinished }: Chat): Promise<void> {
  for (const turn of await findUnfinished(conversation, unfinished)) {
    const outcome = await watchTurn({
      ...turn,
      conversation,
      onEvent: () => undefined,
      signal: shutdown.signal,
    });
    if (outcome === undefined) continue;
    if (outcome.status === 'completed')
      output.note(`Answer to an earlier message: ${printable(outcome.text)}`);
    else noteFailure(outcome, output);
  }
}

async function* spokenLines(): AsyncGenerator<string, void, void> {
  for await (const line of linesOf(process.stdin)) if (line.trim() !== '') yield line;
}

/**
 * Whether it was answered, or is left to be because the chat ends. While the turn asks something, the next line is
 * its answer; without one the turn goes on waiting when the input is over.
 */
async function takeTurn(
  { conversation, output, shutdown }: Chat,
  { text, lines }: { text: string; lines: AsyncGenerator<string, void, void> },
): Promise<boolean> {
  const unanswered = new AbortController();
  const note = createQuestionNotes(output);
  const answer = async (): Promise<void> => {
    const line = await lines.next();
    if (line.done) unanswered.abort();
    else await conversation.submit(line.value);
  };
  try {
    const outcome = await runTurn({
      conversation,
      text,
      onEvent(event) {
        note(event);
        if (event.type !== 'approval') return;
        answer().catch((error: unknown) => {
          output.note(describeError(error));
          unanswered.abort();
        });
      },
      onSlow: () => output.note('Still waiting for the message to be taken: does a worker run?'),
      signal: AbortSignal.any([shutdown.signal, unanswered.signal]),
    });
    if (outcome === undefined) return !unanswered.signal.aborted;
    printOutcome(outcome, output);
    return outcome.status === 'completed';
  } catch (error) {
    output.note(describeError(error));
    return false;
  }
}

/** An answer to standard output, whole, because a text that begins again could not be taken back there. */
export function printOutcome(outcome: TurnOutcome, output: Chat['output']): void {
  if (output.isJson || outcome.status === 'completed')
    output.result(outcome, () =>
      outcome.status === 'completed' ? printable(outcome.text).replace(/\n$/, '') : '',
    );
  noteFailure(outcome, output);
}

function noteFailure(outcome: TurnOutcome, output: Chat['output']): void {
  if (outcome.status === 'failed')
    output.note(
      describeError(`Turn '${outcome.turnId}' failed: ${outcome.error.message} (${outcome.error.type})`),
    );
  if (outcome.status === 'cancelled') output.note(`Turn '${outcome.turnId}' was cancelled`);
}
