import { wholeCharacter } from '../results/whole-character.js';
import { wellFormed } from '../text/well-formed.js';
import { factClause } from './fact-clause.js';
import { factWeight } from './fact-weight.js';
import type { Fact } from './fact.js';
import { findValues } from './find-values.js';

const MAX_FACTS = 12;
/** Longer texts were probably pasted. */
const READ_CHARACTERS = 20_000;
const PASTED_CHARACTERS = 3_000;
/** A fact in an answer needs this weight, because assistants mostly repeat or suggest. */
const ASSISTANT_WEIGHT = 4;
/** Weight of values in an answer: long explanations must not displace users' statements. */
const ANSWER_WEIGHT = 0.5;
const LONG_ANSWER_WEIGHT = -1;
const LONG_ANSWER_CHARACTERS = 600;
const LEAST_WEIGHT = 0;
const QUESTION = /[?？]["'”’)\]」』]{0,3}\s*$/;

export interface ExtractFactsInput {
  seq: number;
  role: 'user' | 'assistant';
  text: string;
}

export function extractFacts({ seq, role, text }: ExtractFactsInput): Fact[] {
  const read = wellFormed(text.slice(0, READ_CHARACTERS));
  const candidates = splitSentences(read)
    .map((sentence) => sentence.replace(/\s+/g, ' '))
    .filter((sentence) => !QUESTION.test(sentence))
    .flatMap((sentence) => findFacts(sentence, { role, isPasted: text.length > PASTED_CHARACTERS }));
  const isAnswer = role === 'assistant';
  const least = isAnswer ? ASSISTANT_WEIGHT : LEAST_WEIGHT;
  const answerWeight = text.length > LONG_ANSWER_CHARACTERS ? LONG_ANSWER_WEIGHT : ANSWER_WEIGHT;
  const seen = new Set<string>();
  const kept = candidates
    .map((fact, order) => ({ ...fact, order }))
    .filter(({ weight }) => weight >= least)
    .sort((one, other) => other.weight - one.weight || one.order - other.order)
    .filter(({ value }) => !seen.has(value.toLowerCase()) && seen.add(value.toLowerCase()))
    .slice(0, MAX_FACTS)
    .sort((one, other) => one.order - other.order);
  return kept.map(({ value, clause, weight }, ordinal) => ({
    seq,
    ordinal,
    value,
    clause,
    weight: isAnswer ? answerWeight : weight,
  }));
}

function findFacts(
  sentence: string,
  { role, isPasted }: { role: 'user' | 'assistant'; isPasted: boolean },
): { value: string; clause: string; weight: number }[] {
  // Limited first, because computing a clause reads the whole sentence.
  return findValues(sentence)
    .slice(0, MAX_FACTS)
    .map(({ value, at, worth }) => {
      const clause = factClause({ sentence, value, at });
      const weight = factWeight({ sentence, clause, value, worth, role });
      return { value, clause, weight: weight - (isPasted ? 2 : 0) };
    });
}

const MAX_CHARACTERS = 600;
const BREAKS = /[.!?]{1,8}["'”’)\]]{0,3}(?=\s|$)|[。！？]["”」』]{0,3}|\n|;\s/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|mr|mrs|ms|dr|st|no|vs|etc|approx|inc|ltd|jr|sr|prof|nr|ca|z\.b|bzw)\.$/iu;

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  const prose = dropCode(text);
  let from = 0;
  for (const match of prose.matchAll(BREAKS)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(prose.slice(Math.max(from, end - 12), end))) continue;
    add(prose.slice(from, end));
    from = end;
  }
  add(prose.slice(from));
  return sentences;

  function add(sentence: string): void {
    for (let at = 0, end = 0; at < sentence.length; at = end) {
      end = wholeCharacter(sentence, at + MAX_CHARACTERS);
      const piece = sentence.slice(at, end).trim();
      if (piece !== '') sentences.push(piece);
    }
  }
}

function dropCode(text: string): string {
  let isCode = false;
  const lines = text.split('\n').filter((line) => {
    const isFence = /^\s{0,8}```/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return lines.join('\n');
}
