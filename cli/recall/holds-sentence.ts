import { cutSentences } from '../../context/retrieval/cut-sentences.js';
import { rarity, readWords, type WordCounts } from './telling-sentence.js';

export type KnownParts = readonly ReadonlySet<string>[];

/** A summary rewords sentences: with this share of a sentence's words, weighted by rarity, it counts as contained. */
const LEAST_SHARE = 0.6;
const HAS_DIGIT = /\p{N}/u;

/** Splits a summary into sentences and the entries of its facts line. */
export function readParts(summary: string): KnownParts {
  return summary
    .split(/;\s/)
    .flatMap((entry) => cutSentences(entry).map(({ start, end }) => readWords(entry.slice(start, end))));
}

/**
 * Whether a part of a summary contains a sentence: all of its numbers, and most of its words, weighted by
 * rarity. Never for a sentence without words.
 */
export function holdsSentence(parts: KnownParts, sentence: string, words: WordCounts): boolean {
  const wanted = [...readWords(sentence)];
  const weigh = (some: readonly string[]): number => some.reduce((sum, word) => sum + rarity(word, words), 0);
  const least = LEAST_SHARE * weigh(wanted);
  return (
    wanted.length > 0 &&
    parts.some(
      (part) =>
        wanted.every((word) => part.has(word) || !HAS_DIGIT.test(word)) &&
        weigh(wanted.filter((word) => part.has(word))) >= least,
    )
  );
}
