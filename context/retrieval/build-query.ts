import { isFrameWord } from './is-frame-word.js';
import { nearSynonyms } from './near-synonyms.js';
import { findPeriods } from './period.js';
import type { NearSynonyms, Query, QueryTerm } from './query.js';
import { namesLexeme } from './names-lexeme.js';
import { tellingWords } from './telling-words.js';
import { wishWords } from './wish-words.js';

export interface BuildQueryInput {
  /** The question's lexemes as the index makes them: stemmed, without stop words; a repeated one counts once. */
  lexemes: readonly string[];
  /** The question as it was asked. */
  text: string;
  /** The names of the known speakers. */
  names: readonly string[];
  /** When it is asked, in milliseconds. */
  now: number;
  /** Default: those of everyday English. */
  synonyms?: NearSynonyms;
}

/** A near-synonym counts half of its nearness, so that the question's own words come first. */
const SYNONYM_WEIGHT = 0.5;
/** Words like `kind` and `many` stand in any talk and find nothing by themselves. */
const FRAME_WEIGHT = 0.3;
/** A wish counts less than the matter that it is about. */
const WISH_WEIGHT = 0.6;
/** That something happened says less about it than its name. */
const TELLING_WEIGHT = 0.5;
/** A question has fewer words. Of a pasted text only the first are used, so that the index answers in time. */
const MAX_WORDS = 64;
const MAX_TERMS = 400;

/** Makes the query for a question: its words without the speakers' names, their near-synonyms, the times it names. */
export function buildQuery({ lexemes, text, names, now, synonyms = nearSynonyms }: BuildQueryInput): Query {
  const named = findNamed(text, names);
  const words = [...new Set(lexemes)].filter((lexeme) => !named.some((name) => namesLexeme(name, lexeme)));
  const terms = new Map<string, QueryTerm>();
  const kept = words.slice(0, MAX_WORDS);
  kept.forEach((lexeme, group) =>
    terms.set(lexeme, { lexeme, weight: isFrameWord(lexeme) ? FRAME_WEIGHT : 1, group }),
  );
  for (const [group, word] of kept.entries())
    for (const { lexeme, similarity } of synonyms(word)) {
      // Another form of the word counts as the word itself.
      const weight = similarity === 1 ? 1 : SYNONYM_WEIGHT * similarity;
      if (terms.size >= MAX_TERMS || (terms.get(lexeme)?.weight ?? 0) >= weight) continue;
      terms.set(lexeme, { lexeme, weight, group });
    }
  if (kept.length > 0) {
    addGroup(terms, { lexemes: wishWords(text), weight: WISH_WEIGHT });
    addGroup(terms, { lexemes: tellingWords(text), weight: TELLING_WEIGHT, isTelling: true });
  }
  return { terms: [...terms.values()], names: named, months: findPeriods(text, { now }) };
}

/** Adds words as one group: a message that tells one wish in two words tells no more than another. */
function addGroup(
  terms: Map<string, QueryTerm>,
  { lexemes, ...told }: { lexemes: readonly string[] } & Pick<QueryTerm, 'weight' | 'isTelling'>,
): void {
  const group = 1 + [...terms.values()].reduce((most, term) => Math.max(most, term.group), -1);
  for (const lexeme of lexemes) if (!terms.has(lexeme)) terms.set(lexeme, { lexeme, ...told, group });
}

/** Finds the speakers whom the text names, by any word of their name. */
function findNamed(text: string, names: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return names.filter((name) =>
    (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((part) => words.has(part)),
  );
}
