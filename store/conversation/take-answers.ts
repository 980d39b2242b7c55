import { typedText } from '../../context/attachments/typed-text.js';
import { mayRequesterDecide, whyNotDecided } from '../../flow/approval/may-decide.js';
import { answersQuestion } from '../../flow/approval/answers-question.js';
import { chooseQuestion, namedAnswers, whyNotChosen } from '../../flow/approval/choose-question.js';
import type { DatabaseTransaction } from '../database.js';
import type { LockedConversation } from './find-turns-before.js';
import { readMessage, type MessageText } from './read-message.js';
import {
  answerQuestion,
  findAnsweringMessages,
  lockOpenQuestions,
  type OpenQuestion,
} from './turn-questions.js';
import { needsPast } from '../branches/branching-turns.js';
import type { AnsweringMessage, NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';

/** A turn whose message was read already. */
export type ReadTurn = NewTurn & { said: Extract<MessageText, { kind: 'read' }> };

/** A message that answers a question, and so becomes a part of the turn that asks. */
export type AnswerTurn = ReadTurn & {
  answerTo: Pick<OpenQuestion, 'position' | 'step'> & { executionId: number };
};

/** The messages that settle questions. */
interface TakenAnswers {
  answers: AnsweringMessage[];
  /** The answer that was not known before. */
  taken: AnswerTurn | undefined;
  /** The unknown turns that answer nothing. */
  rest: readonly (NewTurn | ReadTurn)[];
  /** Answers that are not stored: to a question that other people decide, or to a question that they do not name clearly. */
  forbidden: readonly RefusedTurn[];
}

/**
 * Takes the next unknown message as the answer to an open question of the running turn: the one that it names, or the only one
 * that it fits. An answer that may be meant for another question is rejected. If the message says something else, it refuses all open
 * questions and joins the turn. If a message that settled a question is sent again, the same question is returned. Questions are looked up
 * only while a turn is running.
 */
export async function takeAnswers(
  trx: DatabaseTransaction,
  input: AcceptTurnsInput & {
    conversation: LockedConversation | undefined;
    hasAnswers: boolean;
    unknown: readonly NewTurn[];
    room: number;
  },
): Promise<TakenAnswers> {
  const { conversation, turns, unknown, hasAnswers } = input;
  if (conversation === undefined) return { answers: [], taken: undefined, rest: unknown, forbidden: [] };
  const messageIds = turns.map(({ turnId }) => turnId);
  // Repeated turns, which are only compared, may have settled questions, too.
  const answers =
    hasAnswers && messageIds.length > 0
      ? await findAnsweringMessages(trx, { conversationId: conversation.id, messageIds })
      : [];
  const next = unknown.find(mayAnswer);
  if (next === undefined || conversation.active_execution_id === null)
    return { answers, taken: undefined, rest: unknown, forbidden: [] };
  const settled = await settleQuestions(trx, next, {
    ...input,
    executionId: conversation.active_execution_id,
  });
  if (settled === undefined) return { answers, taken: undefined, rest: unknown, forbidden: [] };
  if ('forbidden' in settled)
    return { answers, taken: undefined, rest: unknown.filter((one) => one !== next), ...settled };
  const { turn } = settled;
  answers.push(...settled.answers);
  return 'answerTo' in turn
    ? { answers, taken: turn, rest: unknown.filter((one) => one !== next), forbidden: [] }
    : { answers, taken: undefined, rest: unknown.map((one) => (one === next ? turn : one)), forbidden: [] };
}

/** A sender who interrupts a turn, or says something again, does not answer its question. */
function mayAnswer(turn: NewTurn): boolean {
  return turn.kind === 'message' && turn.whileRunning !== 'interrupt' && !needsPast(turn);
}

/** Settles the open questions of an execution by a message. Returns undefined if none is open, or the message cannot be stored. */
async function settleQuestions(
  trx: DatabaseTransaction,
  turn: NewTurn,
  input: AcceptTurnsInput & { executionId: number; room: number },
): Promise<
  | { answers: AnsweringMessage[]; turn: AnswerTurn | ReadTurn }
  | { forbidden: readonly RefusedTurn[] }
  | undefined
> {
  const { executionId, room } = input;
  const all = await lockOpenQuestions(trx, executionId);
  const open = all.filter(mayRequesterDecide);
  const said = all.length === 0 ? undefined : await readMessage(trx, input, turn);
  if (said?.kind !== 'read') return undefined;
  const { turnId: messageId } = turn;
  const reply = typedText(said.content, said.attachments);
  if (open.length === 0) return refuseAnswerOfOthers(all, { messageId, answer: reply });
  // The name of somebody else's question: nothing of the sender's own is meant.
  const [named] = namedAnswers(reply, all);
  if (named !== undefined && !open.includes(named.question)) return forbidAnswer(messageId, named.question);
  const chosen = chooseQuestion(reply, open);
  if (chosen.kind === 'unclear')
    return {
      forbidden: [
        { turnId: messageId, type: 'Approval.NotWaiting', message: whyNotChosen(chosen.questions) },
      ],
    };
  if (chosen.kind === 'one') {
    const { question, position, step } = chosen.question;
    await answerQuestion(trx, { ...question, messageId, answer: chosen.answer });
    return {
      answers: [{ ...question, messageId }],
      turn: { ...turn, said, whileRunning: undefined, answerTo: { position, step, executionId } },
    };
  }
  // A message that its user has no place for changes nothing.
  const refused = room > 0 ? open.filter(({ takesAnyAnswer }) => !takesAnyAnswer) : [];
  for (const { question } of refused) await answerQuestion(trx, { ...question, messageId, answer: reply });
  return {
    answers: refused.map(({ question }) => ({ ...question, messageId, isOwn: true })),
    // An object is answered by a turn of its own.
    turn: { ...turn, said, whileRunning: turn.output === undefined ? 'steer' : turn.whileRunning },
  };
}

/**
 * Refuses a yes or no where only questions for other people are open: its sender would take the question for answered. Returns undefined
 * for a message that says something else, which waits in the queue.
 */
function refuseAnswerOfOthers(
  open: readonly OpenQuestion[],
  { messageId, answer }: { messageId: string; answer: string },
): { forbidden: readonly RefusedTurn[] } | undefined {
  const answered = open.find((question) => answersQuestion(answer, { ...question, takesAnyAnswer: false }));
  return answered === undefined ? undefined : forbidAnswer(messageId, answered);
}

function forbidAnswer(messageId: string, question: OpenQuestion): { forbidden: readonly RefusedTurn[] } {
  return {
    forbidden: [{ turnId: messageId, type: 'Approval.NotPermitted', message: whyNotDecided(question) }],
  };
}
