import { isFrameWord } from './is-frame-word.js';
import { nearSynonyms } from './near-synonyms.js';
import { findPeriods } from './period.js';
import type { NearSynonyms, Query, QueryTerm } from './query.js';
import { namesLexeme } from './names-lexeme.js';

export interface BuildQueryInput {
  /** The question's lexemes as the index makes them: stemmed, without stop words; doubled ones count once. */
  lexemes: readonly string[];
  /** The question as it was asked. */
  text: string;
  /** The speakers known, where they have names. */
  names: readonly string[];
  /** When it is asked, in milliseconds. */
  now: number;
  /** Default: those of everyday English. */
  synonyms?: NearSynonyms;
}

/** A near-synonym counts half of its nearness: what was said in the question's own words comes first. */
const SYNONYM_WEIGHT = 0.5;
/** What kind, how many: such words stand in any talk and find nothing by themselves. */
const FRAME_WEIGHT = 0.3;
/** A question has fewer words; of a pasted text the first are enough, and the index answers in time. */
const MAX_WORDS = 64;
const MAX_TERMS = 400;

/** The query for a question: its words without the speakers' names, what means nearly the same, the times it names. */
export function buildQuery({ lexemes, text, names, now, synonyms = nearSynonyms }: BuildQueryInput): Query {
  const named = namesIn(text, names);
  const words = [...new Set(lexemes)].filter((lexeme) => !named.some((name) => namesLexeme(name, lexeme)));
  const terms = new Map<string, QueryTerm>();
  const kept = words.slice(0, MAX_WORDS);
  kept.forEach((lexeme, group) =>
    terms.set(lexeme, { lexeme, weight: isFrameWord(lexeme) ? FRAME_WEIGHT : 1, group }),
  );
  for (const [group, word] of kept.entries())
    for (const { lexeme, similarity } of synonyms(word)) {
      // Another form of the word is the word.
      const weight = similarity === 1 ? 1 : SYNONYM_WEIGHT * similarity;
      if (terms.size >= MAX_TERMS || (terms.get(lexeme)?.weight ?? 0) >= weight) continue;
      terms.set(lexeme, { lexeme, weight, group });
    }
  return { terms: [...terms.values()], names: named, months: findPeriods(text, { now }) };
}

/** The speakers whom the text names, by any word of their name. */
function namesIn(text: string, names: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return names.filter((name) =>
    (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((part) => words.has(part)),
  );
}
