import { typedText } from '../../context/message/typed-text.js';
import { mayRequesterDecide, whyNotDecided } from '../../flow/approval/may-decide.js';
import { answersQuestion } from '../../flow/approval/answers-question.js';
import { chooseQuestion, namedAnswers, namesAny, whyNotChosen } from '../../flow/approval/choose-question.js';
import { readNames } from '../../flow/approval/read-names.js';
import type { DatabaseTransaction } from '../database.js';
import type { LockedConversation } from './load-queue-state.js';
import { readMessage, type MessageText } from './read-message.js';
import {
  answerQuestion,
  findAnsweringMessages,
  listSettledNames,
  lockOpenQuestions,
  type OpenQuestion,
} from './turn-questions.js';
import { needsPast } from './branching-turns.js';
import type { AnsweringMessage, NewTurn, RefusedTurn } from '../../protocol/activities/conversation.js';
import type { AcceptTurnsInput } from './accept-turns-input.js';

export type ReadTurn = NewTurn & { messageText: Extract<MessageText, { kind: 'read' }> };

export type AnswerTurn = ReadTurn & {
  answerTo: Pick<OpenQuestion, 'position' | 'step'> & { executionId: number };
};

interface TakenAnswers {
  answers: AnsweringMessage[];
  taken: readonly AnswerTurn[];
  rest: readonly (NewTurn | ReadTurn)[];
  forbidden: readonly RefusedTurn[];
}

/**
 * Answers the named question, or the only one that fits. Any other message refuses all open questions and
 * joins the running turn.
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
  if (!conversation) return { answers: [], taken: [], rest: unknown, forbidden: [] };
  const messageIds = turns.map(({ turnId }) => turnId);
  const answers =
    hasAnswers && messageIds.length > 0
      ? await findAnsweringMessages(trx, { conversationId: conversation.id, messageIds })
      : [];
  const taken: AnswerTurn[] = [];
  const forbidden: RefusedTurn[] = [];
  const rest: (NewTurn | ReadTurn)[] = [];
  const executionId = conversation.active_execution_id;
  let isAsking = executionId !== null && input.isCancelling !== true;
  for (const turn of unknown) {
    const settled =
      executionId !== null && isAsking && mayAnswer(turn)
        ? await settleQuestions(trx, turn, { ...input, executionId, room: input.room - rest.length })
        : undefined;
    // An interrupt cancels the turn, so messages after it cannot answer the turn's questions.
    if (settled === 'none' || turn.whileRunning === 'interrupt') isAsking = false;
    if (!settled || settled === 'none') rest.push(turn);
    else if ('forbidden' in settled) forbidden.push(...settled.forbidden);
    else {
      answers.push(...settled.answers);
      if ('answerTo' in settled.turn) taken.push(settled.turn);
      else rest.push(settled.turn);
    }
  }
  return { answers, taken, rest, forbidden };
}

function mayAnswer(turn: NewTurn): boolean {
  return turn.kind === 'message' && turn.whileRunning !== 'interrupt' && !needsPast(turn);
}

async function settleQuestions(
  trx: DatabaseTransaction,
  turn: NewTurn,
  input: AcceptTurnsInput & { executionId: number; room: number },
): Promise<
  | { answers: AnsweringMessage[]; turn: AnswerTurn | ReadTurn }
  | { forbidden: readonly RefusedTurn[] }
  | 'none'
  | undefined
> {
  const { executionId, room } = input;
  const all = await lockOpenQuestions(trx, executionId);
  const open = all.filter(mayRequesterDecide);
  if (all.length === 0) return 'none';
  const messageText = await readMessage(trx, input, turn);
  if (messageText.kind !== 'read') return undefined;
  const { turnId: messageId } = turn;
  // Checked first, because a rejected message must not answer a question.
  const problem = turn.output && input.refuseOutput?.(turn.output);
  if (problem) return { forbidden: [{ turnId: messageId, message: problem }] };
  const reply = typedText(messageText.content, messageText.attachments);
  if (open.length === 0)
    return (
      refuseAnswerOfOthers(all, { messageId, answer: reply }) ?? {
        answers: [],
        turn: { ...turn, messageText },
      }
    );
  const [named] = namedAnswers(reply, all);
  if (named && !open.includes(named.question)) return forbidAnswer(messageId, named.question);
  // An answer that is sent again must not answer another question.
  const mayName = !named && readNames(reply).length > 0;
  if (mayName && namesAny(reply, await listSettledNames(trx, executionId))) return askWhich(messageId, open);
  const chosen = chooseQuestion(reply, open);
  if (chosen.kind === 'unclear') return askWhich(messageId, chosen.questions);
  if (chosen.kind === 'one') {
    const { question, position, step } = chosen.question;
    await answerQuestion(trx, { ...question, messageId, answer: chosen.answer });
    return {
      answers: [{ ...question, messageId }],
      turn: { ...turn, messageText, whileRunning: undefined, answerTo: { position, step, executionId } },
    };
  }
  const refused = room > 0 ? open.filter(({ takesAnyAnswer }) => !takesAnyAnswer) : [];
  for (const { question } of refused) await answerQuestion(trx, { ...question, messageId, answer: reply });
  return {
    answers: refused.map(({ question }) => ({ ...question, messageId, isOwn: true })),
    // A message that requests an object starts its own turn.
    turn: { ...turn, messageText, whileRunning: turn.output ? turn.whileRunning : 'steer' },
  };
}

/** Refused, because the sender would believe that such a yes or no counts. */
function refuseAnswerOfOthers(
  open: readonly OpenQuestion[],
  { messageId, answer }: { messageId: string; answer: string },
): { forbidden: readonly RefusedTurn[] } | undefined {
  const answered = open.find((question) => answersQuestion(answer, { ...question, takesAnyAnswer: false }));
  return answered && forbidAnswer(messageId, answered);
}

function askWhich(
  messageId: string,
  questions: readonly OpenQuestion[],
): { forbidden: readonly RefusedTurn[] } {
  return {
    forbidden: [{ turnId: messageId, type: 'Approval.NotWaiting', message: whyNotChosen(questions) }],
  };
}

function forbidAnswer(messageId: string, question: OpenQuestion): { forbidden: readonly RefusedTurn[] } {
  return {
    forbidden: [{ turnId: messageId, type: 'Approval.NotPermitted', message: whyNotDecided(question) }],
  };
}
