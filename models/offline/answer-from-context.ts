import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { messageText } from './prompt-text.js';
import { OFFLINE_LABEL, contentWords, isKindWord, isQuestion, listSentences } from './words.js';

const MAX_QUOTE_LENGTH = 600;

const LEAD_INS =
  /^(?:(?:hi|hello|hey|ok|okay|yes|no|well|so|actually|also|and|btw|by the way|fyi|note|noted|please|remember|keep in mind|for the record|just so you know)(?:[,:!.]?\s+that\b|[,:!]|\s+(?=remember|note|keep|my|i|we|the|that)|\.)\s*)+/i;

const SWAPPED_PERSONS: Readonly<Record<string, string>> = {
  "i'm": "you're",
  'i am': 'you are',
  'i was': 'you were',
  "i've": "you've",
  "i'll": "you'll",
  "i'd": "you'd",
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  "we're": "you're",
  "we've": "you've",
  us: 'you',
  our: 'your',
  ours: 'yours',
  'you are': 'I am',
  you: 'I',
  your: 'my',
  yours: 'mine',
  "the user's": 'your',
};
const PERSONS =
  /\b(?:i am|i was|you are|the user['’]s|i['’](?:m|ve|ll|d)|we['’](?:re|ve)|i|me|my|mine|myself|we|us|our|ours|you|your|yours)\b/gi;

/** Of a question with one to three words, all must match; of four, three. */
const MIN_COVERAGE = 0.7;
const MAX_ECHO_LENGTH = 120;

interface Statement {
  readonly text: string;
  readonly role: LanguageModelV3Message['role'];
}

export function answerFromContext(prompt: LanguageModelV3Prompt): string {
  const index = prompt.findLastIndex((message) => message.role === 'user');
  const message = prompt[index];
  const sentences = message ? listSentences(messageText(message)) : [];
  const question = sentences.findLast(isQuestion);
  if (!question) return `${OFFLINE_LABEL} I read your message (${echo(sentences.join(' '))}).`;
  const statements: Statement[] = [
    ...prompt.slice(0, index).flatMap(readStatements),
    ...sentences.filter((text) => !isQuestion(text)).map((text) => ({ text, role: 'user' as const })),
  ];
  const best = bestStatement(question, statements);
  if (best) return best.role === 'user' ? addressUser(best.text) : quote(best.text);
  return `${OFFLINE_LABEL} I don't know: nothing in the ${prompt.length} messages I was sent answers ${echo(question)}.`;
}

function readStatements(message: LanguageModelV3Message): Statement[] {
  const text = messageText(message);
  if (message.role === 'assistant' && text.trimStart().startsWith(OFFLINE_LABEL)) return [];
  return listSentences(text)
    .filter((sentence) => !isQuestion(sentence))
    .map((sentence) => ({ text: sentence, role: message.role }));
}

function bestStatement(question: string, statements: readonly Statement[]): Statement | undefined {
  const asked = [...contentWords(question)];
  const required = asked.filter((word) => !isKindWord(word));
  const needed = required.length > 0 ? required : asked;
  let best: Statement | undefined;
  let bestScore = 0;
  for (const statement of statements) {
    const words = contentWords(statement.text);
    const covered = needed.filter((word) => words.has(word)).length;
    if (covered === 0 || covered / needed.length < MIN_COVERAGE) continue;
    const score = covered + asked.filter((word) => isKindWord(word) && words.has(word)).length / 10;
    if (score < bestScore) continue;
    best = statement;
    bestScore = score;
  }
  return best;
}

function echo(text: string): string {
  const short = text.length > MAX_ECHO_LENGTH ? `${text.slice(0, MAX_ECHO_LENGTH).toWellFormed()}...` : text;
  return `"${short.replaceAll('\n', ' ')}"`;
}

function addressUser(sentence: string): string {
  const turned = sentence
    .replace(LEAD_INS, '')
    .replace(PERSONS, (words) => SWAPPED_PERSONS[words.toLowerCase().replace('’', "'")] ?? words);
  return asSentence(turned);
}

function quote(sentence: string): string {
  return asSentence(sentence.replace(/\bthe user['’]s\b/gi, 'your'));
}

function asSentence(text: string): string {
  const cut = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}...` : text;
  const [first = ''] = cut;
  const sentence = first.toUpperCase() + cut.slice(first.length);
  return /[.!?。！？…]["')\]]?$/u.test(sentence) ? sentence : `${sentence}.`;
}
