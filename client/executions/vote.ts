import { mayDecide, whyNotDecided, type Decider } from '../../flow/approval/may-decide.js';
import { BROKEN_INPUT, readToolAnswer } from '../../flow/approval/read-tool-answer.js';
import { formatCall } from '../../protocol/call-place.js';
import type { AnswerInput, AnswerResult, PendingAnswer } from '../../protocol/messages.js';
import { findApproval } from '../../store/nodes/approvals.js';
import { castVote } from '../../store/nodes/cast-vote.js';
import { findQuestions, type FoundQuestion } from '../../store/nodes/find-questions.js';
import type { QuestionKey } from '../../store/conversation/question-id.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

export function toDecider({ user, roles, isOperator }: ClientContext): Decider {
  return { user, roles, isOperator };
}

export async function hasQuestionFor(context: ClientContext, executionId: string): Promise<boolean> {
  const questions = await findQuestions(context.db, { executionId });
  return questions.some((question) => mayDecide(question, toDecider(context)));
}

/** An execution accepts only stored answers. Undefined if only the execution knows the question. */
export async function vote(
  context: ClientContext,
  { answer: given, ...named }: AnswerInput & { executionId: string },
): Promise<PendingAnswer | { stored: QuestionKey } | undefined> {
  const questions = await findQuestions(context.db, named);
  const [question, ...others] = questions.filter(({ isOpen }) => isOpen);
  // The execution reports this.
  if (!question || others.length > 0) return undefined;
  if (!mayDecide(question, toDecider(context)))
    throw new ThreadlineError('Approval.NotPermitted', whyNotDecided(question));
  if (question.approvers === null) return undefined;
  const answer = typeof given === 'string' ? given : JSON.stringify(given);
  checkInput(question, answer);
  const voter = context.actor ?? context.user ?? 'client';
  const cast = await castVote(context.db, { key: question.key, voter, answer });
  if (cast.kind === 'expired') throw new ThreadlineError('Approval.NotWaiting', 'The approval has expired');
  if (cast.kind !== 'pending') return cast.kind === 'decided' ? { stored: question.key } : undefined;
  const { nodeId, call } = question.key;
  const place = { nodeId, ...(call && { call: formatCall(call) }) };
  return { ...place, outcome: 'pending', missing: cast.missing };
}

/** Rejects unreadable input, and changed input if several people must agree. */
function checkInput({ key, quorum }: FoundQuestion, answer: string): void {
  const kind = key.call && readToolAnswer(answer).kind;
  if (kind === 'broken') throw new ThreadlineError('Approval.InvalidAnswer', BROKEN_INPUT);
  if (quorum > 1 && kind === 'changed')
    throw new ThreadlineError(
      'Approval.InvalidAnswer',
      `The input cannot be changed where ${quorum} people have to agree: answer yes, or no with a reason`,
    );
}

/** Undefined while the question is open, or if it closed without an outcome. */
export async function findOutcome(
  { db }: Pick<ClientContext, 'db'>,
  key: QuestionKey,
): Promise<AnswerResult | undefined> {
  const { status } = (await findApproval(db, key)) ?? {};
  if (!status || status === 'open' || status === 'closed') return undefined;
  const { nodeId, call } = key;
  return { nodeId, ...(call && { call: formatCall(call) }), outcome: status };
}
