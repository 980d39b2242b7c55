import { isConfirmation } from './is-confirmation.js';
import { readToolAnswer } from './read-tool-answer.js';

export interface Vote {
  voter: string;
  answer: string;
}

export type Tally = { kind: 'decided'; answer: string } | { kind: 'pending'; missing: number };

export function tallyVotes(
  votes: readonly Vote[],
  { quorum, isAboutCall }: { quorum: number; isAboutCall: boolean },
): Tally {
  const refusal = votes.find(({ answer }) => !isYes(answer, isAboutCall));
  if (refusal) return { kind: 'decided', answer: refusal.answer };
  const [first] = votes;
  const missing = quorum - new Set(votes.map(({ voter }) => voter)).size;
  return !first || missing > 0
    ? { kind: 'pending', missing: Math.max(1, missing) }
    : { kind: 'decided', answer: first.answer };
}

function isYes(answer: string, isAboutCall: boolean): boolean {
  return isConfirmation(answer) || (isAboutCall && readToolAnswer(answer).kind === 'changed');
}
