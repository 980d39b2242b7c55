import { showBothEnds } from '../values/show-both-ends.js';
import { answersQuestion, type QuestionKind } from './answers-question.js';

/** An open question that a message may answer. */
export interface NamedQuestion extends QuestionKind {
  name: string;
  prompt: string;
}

/** The question that a message answers, with its answer; several that it may mean; or none: it says something else. */
type ChosenQuestion<Question> =
  | { kind: 'one'; question: Question; answer: string }
  | { kind: 'several'; questions: readonly Question[] }
  | { kind: 'none' };

/**
 * Chooses the question that a message answers: the one that it names, as in `buy: yes`, else the only one that it fits. A bare yes to
 * one of several questions could approve the wrong one, so it answers none.
 */
export function chooseQuestion<Question extends NamedQuestion>(
  reply: string,
  open: readonly Question[],
): ChosenQuestion<Question> {
  for (const question of open) {
    const answer = answerTo(question.name, reply);
    if (answer !== undefined && answersQuestion(answer, question)) return { kind: 'one', question, answer };
  }
  const questions = open.filter((question) => answersQuestion(reply, question));
  const [question] = questions;
  if (question === undefined) return { kind: 'none' };
  return questions.length === 1 ? { kind: 'one', question, answer: reply } : { kind: 'several', questions };
}

/** The answer behind the name of a question; undefined: the reply does not begin with that name. */
function answerTo(name: string, reply: string): string | undefined {
  const words = reply.trimStart();
  if (words.slice(0, name.length).toLowerCase() !== name.toLowerCase()) return undefined;
  const behind = words.slice(name.length).trimStart();
  return behind.startsWith(':') ? behind.slice(1).trim() : undefined;
}

/** Limits the list, so that it fits in a failure. */
const MOST_LISTED = 4;
const PROMPT_CHARACTERS = 60;

/** The error for an answer without a name while several questions are open. */
export function whyNotChosen(questions: readonly NamedQuestion[]): string {
  const listed = questions
    .slice(0, MOST_LISTED)
    .map(({ name, prompt }) => `'${name}' (${showBothEnds(prompt, PROMPT_CHARACTERS)})`);
  const more = questions.length - listed.length;
  const list = more === 0 ? listed.join(', ') : `${listed.join(', ')} and ${more} more`;
  return `${questions.length} questions are open: ${list}. Answer one by its name, as in '${questions[0]?.name}: yes'`;
}
