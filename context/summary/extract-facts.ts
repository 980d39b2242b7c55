import { wellFormed } from '../well-formed.js';
import { factClause } from './fact-clause.js';
import { factWeight } from './fact-weight.js';
import type { Fact } from './fact.js';
import { findValues } from './find-values.js';
import { splitSentences } from './split-sentences.js';

const MOST_FACTS = 12;
/** Only so much of a text is read. A longer one than the second was pasted, so each of its facts counts less. */
const READ_CHARACTERS = 20_000;
const PASTED_CHARACTERS = 3_000;
/** An assistant's fact needs this weight to be kept: most of what an assistant says repeats or suggests. */
const ASSISTANT_WEIGHT = 4;
/** Weight of what is kept of it: less than what users state, however it was said, so that no explanation takes the room of that. */
const ANSWER_WEIGHT = 0.5;
/** Of an explanation at length it also weighs less than what users tell in passing. */
const LONG_ANSWER_WEIGHT = -1;
const LONG_ANSWER_CHARACTERS = 600;
const LEAST_WEIGHT = 0;
const QUESTION = /[?？]["'”’)\]」』]{0,3}\s*$/;

export interface ExtractFactsInput {
  /** The message's sequence. */
  seq: number;
  role: 'user' | 'assistant';
  text: string;
}

/**
 * Extracts the exact facts of a message, at most 12, in the order in which they stand: numbers with units, dates, times,
 * amounts, ids, codes, addresses, versions, quoted names, paths, and names. Questions give none. Linear time.
 */
export function extractFacts({ seq, role, text }: ExtractFactsInput): Fact[] {
  const read = wellFormed(text.slice(0, READ_CHARACTERS));
  const candidates = splitSentences(read)
    // As clauses are written, so that a value stands in its own letter by letter.
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
    .slice(0, MOST_FACTS)
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
  // Each clause costs time of the sentence's length, so a row of a thousand numbers must not give a thousand facts.
  return findValues(sentence)
    .slice(0, MOST_FACTS)
    .map(({ value, at, worth }) => {
      const clause = factClause({ sentence, value, at });
      const weight = factWeight({ sentence, clause, value, worth, role });
      return { value, clause, weight: weight - (isPasted ? 2 : 0) };
    });
}
