import { cutSentences } from '../../context/retrieval/cut-sentences.js';
import { rarity, readWords, type WordCounts } from './telling-sentence.js';

/** A text's sentences and entries, each by its words. */
export type KnownParts = readonly ReadonlySet<string>[];

/** A summary words a sentence again: with so much of its words, by their rarity, it tells the same. */
const LEAST_SHARE = 0.6;
const HAS_DIGIT = /\p{N}/u;

/** Parts a summary into its sentences and the entries of its line of facts. */
export function readParts(summary: string): KnownParts {
  return summary
    .split(/;\s/)
    .flatMap((entry) => cutSentences(entry).map(({ start, end }) => readWords(entry.slice(start, end))));
}

/**
 * Whether one part of a summary tells a sentence: it has every number of it, and most of its words, the rare ones counting
 * more. A sentence without words is never told.
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
