import { answersQuestion } from '../../flow/approval/answers-question.js';
import { describeError } from '../program/describe-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { printable } from '../format/printable.js';
import { streamLines } from '../input/stream-lines.js';
import type { Chat } from './chat.js';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { followTurn, sendMessage, type SendMessageInput, type TurnEnd } from './follow-turn.js';
import { findUnfinished } from './last-run.js';
import { noteEnd, printTurnEnd } from './print-turn-end.js';
import { QuestionNotes } from './question-notes.js';
import { SentMeanwhile } from './sent-meanwhile.js';

export async function runPipedChat(chat: Chat): Promise<number> {
  const { signal } = chat.shutdown;
  let hasFailed = false;
  const stopReading = (): unknown => process.stdin.destroy();
  signal.addEventListener('abort', stopReading);
  try {
    await finishEarlier(chat);
    const lines = readSpokenLines();
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (signal.aborted) break;
      if (!(await takeTurn(chat, { text: line.value, lines }))) hasFailed = true;
    }
  } catch (error) {
    // Reading from a destroyed standard input throws.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stopReading);
  }
  return chat.shutdown.exitCode() ?? (hasFailed ? EXIT_CODES.failed : EXIT_CODES.ok);
}

async function finishEarlier({ conversation, output, shutdown, unfinished }: Chat): Promise<void> {
  const notes = new QuestionNotes(output);
  for (const { turnId, executionId } of await findUnfinished(conversation, unfinished)) {
    const { signal } = shutdown;
    const onEvent = (event: TurnEvent): void => notes.hear(event);
    const end = await followTurn({ turnId, executionId, conversation, onEvent, signal });
    if (!end) continue;
    if (end.status === 'completed') output.note(`Answer to an earlier message: ${printable(end.text)}`);
    noteEnd(end, output);
  }
}

async function* readSpokenLines(): AsyncGenerator<string, void, void> {
  for await (const line of streamLines(process.stdin)) if (line.trim() !== '') yield line;
}

type Question = Extract<TurnEvent, { type: 'approval' }>;

/** With several open questions, a plain yes would be ambiguous. */
function toAnswer(line: string, { name, call }: Question): string {
  const kind = { isAboutCall: call !== null, takesAnyAnswer: false, wantsOutput: false };
  return answersQuestion(line, kind) ? `${name}: ${line}` : line;
}

function takeTurn(
  chat: Chat,
  { text, lines }: { text: string; lines: AsyncGenerator<string, void, void> },
): Promise<boolean> {
  const { conversation, output, whenSlow, files } = chat;
  return followAnswering(chat, lines, (watch) =>
    sendMessage({
      ...watch,
      conversation,
      text,
      files: files.splice(0),
      onSlow: () => output.note(`Still waiting: ${whenSlow}`),
    }),
  );
}

/** False if the turn failed. A line that answers no question may start its own turn. */
async function followAnswering(
  chat: Chat,
  lines: AsyncGenerator<string, void, void>,
  run: (watch: Pick<SendMessageInput, 'onEvent' | 'signal'>) => Promise<TurnEnd | undefined>,
): Promise<boolean> {
  const { conversation, output, shutdown } = chat;
  const unanswered = new AbortController();
  const notes = new QuestionNotes(output);
  const onError = (error: unknown): void => {
    output.note(describeError(error));
    unanswered.abort();
  };
  const meanwhile = new SentMeanwhile(conversation, onError);
  const answer = async (question: Question): Promise<void> => {
    const line = await lines.next();
    if (line.done) unanswered.abort();
    else await meanwhile.send(toAnswer(line.value, question));
  };
  try {
    const end = await run({
      onEvent(event) {
        notes.hear(event);
        meanwhile.hear(event);
        if (event.type === 'approval' && event.approvers === null) answer(event).catch(onError);
      },
      signal: AbortSignal.any([shutdown.signal, unanswered.signal]),
    });
    if (!end) return !unanswered.signal.aborted;
    printTurnEnd(end, output);
    let isCompleted = end.status === 'completed';
    for (const sent of await meanwhile.listTurns(end.turnId))
      if (!(await followAnswering(chat, lines, (watch) => followTurn({ ...watch, ...sent, conversation }))))
        isCompleted = false;
    return isCompleted;
  } catch (error) {
    output.note(describeError(error));
    return false;
  }
}
