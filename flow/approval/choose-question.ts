import { showBothEnds } from '../values/show-both-ends.js';
import { answersQuestion, type QuestionKind } from './answers-question.js';
import { ANY_NO, ANY_YES } from './is-confirmation.js';
import { readNames } from './read-names.js';

export interface NamedQuestion extends QuestionKind {
  name: string;
  prompt: string;
}

type ChosenQuestion<Question> =
  | { kind: 'one'; question: Question; answer: string }
  | { kind: 'unclear'; questions: readonly Question[] }
  | { kind: 'none' };

/** A reply must name one of several open questions, or it could approve the wrong one. */
export function chooseQuestion<Question extends NamedQuestion>(
  reply: string,
  open: readonly Question[],
): ChosenQuestion<Question> {
  const questions = open.filter(({ wantsOutput }) => !wantsOutput);
  const named = namedAnswers(reply, questions);
  const [only] = named;
  if (only && named.length === 1 && !namesAnother(reply, { questions, only }))
    return { kind: 'one', ...only };
  const isUnclear = only !== undefined || mayAnswer(reply, questions);
  const fitting = isUnclear ? questions : questions.filter((one) => answersQuestion(reply, one));
  const [question] = fitting;
  if (question === undefined) return { kind: 'none' };
  return fitting.length === 1 && !isUnclear
    ? { kind: 'one', question, answer: reply }
    : { kind: 'unclear', questions: fitting };
}

interface NamedAnswer<Question> {
  question: Question;
  answer: string;
}

export function namedAnswers<Question extends NamedQuestion>(
  reply: string,
  open: readonly Question[],
): NamedAnswer<Question>[] {
  const answers = new Map<Question, string>();
  for (const { name, answer } of readNames(reply))
    for (const question of withName(name, open))
      if (!answers.has(question) && answersQuestion(answer, question)) answers.set(question, answer);
  return [...answers].map(([question, answer]) => ({ question, answer }));
}

export function namesAny(reply: string, names: readonly string[]): boolean {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return readNames(reply).some(({ name }) => known.has(name.toLowerCase()));
}

/** Prefers the exact name: two nodes may be called `buy` and `Buy`. */
function withName<Question extends NamedQuestion>(name: string, open: readonly Question[]): Question[] {
  const exact = open.filter((question) => question.name === name);
  return exact.length > 0
    ? exact
    : open.filter((question) => question.name.toLowerCase() === name.toLowerCase());
}

/** As in `buy: no, pay: yes`. */
function namesAnother<Question extends NamedQuestion>(
  reply: string,
  { questions, only }: { questions: readonly Question[]; only: NamedAnswer<Question> },
): boolean {
  return reply
    .split(/[\n,;]|\band\b/iu)
    .some((part) => namedAnswers(part, questions).some(({ question }) => question !== only.question));
}

const WORD = `(?:${ANY_YES}|${ANY_NO})`;
const BEGINS_WITH_ANSWER = new RegExp(String.raw`^\s*${WORD}(?![\p{L}\p{N}])`, 'iu');
const ENDS_WITH_ANSWER = /(?<![\p{L}\p{N}])(?:yes|no|confirm|cancel)[\s.!?]*$/iu;
const COLON_AND_ANSWER = new RegExp(String.raw`^[^:]+:\s*${WORD}\s*$`, 'iu');
const LIKE_AN_ANSWER = new RegExp(String.raw`^['"]?\s*(?:$|[:,?!{]|${WORD}(?![\p{L}\p{N}]))`, 'iu');

/** True if the reply looks like an answer, which must not refuse all open questions. */
function mayAnswer(reply: string, open: readonly NamedQuestion[]): boolean {
  const [first] = open;
  if (!first) return false;
  // The name may have a typo, or its question was just answered.
  if (open.length === 1) return !first.takesAnyAnswer && COLON_AND_ANSWER.test(reply);
  if (BEGINS_WITH_ANSWER.test(reply) || ENDS_WITH_ANSWER.test(reply)) return true;
  const words = reply.trimStart().replace(/^['"]/u, '').toLowerCase();
  return open.some(
    ({ name }) => words.startsWith(name.toLowerCase()) && LIKE_AN_ANSWER.test(words.slice(name.length)),
  );
}

/** Bounds the length of failure messages. */
const MAX_LISTED = 4;
const PROMPT_CHARACTERS = 60;

export function whyNotChosen(questions: readonly NamedQuestion[]): string {
  const listed = questions
    .slice(0, MAX_LISTED)
    .map(({ name, prompt }) => `'${name}' (${showBothEnds(prompt, PROMPT_CHARACTERS)})`);
  const more = questions.length - listed.length;
  const list = more === 0 ? listed.join(', ') : `${listed.join(', ')} and ${more} more`;
  const open = questions.length === 1 ? '1 question is open' : `${questions.length} questions are open`;
  return `${open}: ${list}. Answer ${questions.length === 1 ? 'it' : 'one'} by its name, as in '${questions[0]?.name}: yes'`;
}
