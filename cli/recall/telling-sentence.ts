import { cutSentences } from '../../context/retrieval/cut-sentences.js';
import type { MessagePart } from './is-inside.js';

export interface WordCounts {
  readonly messages: number;
  readonly counts: ReadonlyMap<string, number>;
}

const WORD = /[\p{L}\p{N}]+/gu;
const STEM_CHARACTERS = 6;

export function countWords(texts: readonly string[]): WordCounts {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of readWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { messages: texts.length, counts };
}

export function findTellingSentence(
  { seq, text }: { seq: number; text: string },
  { asked, words }: { asked: string; words: WordCounts },
): MessagePart {
  const wanted = readWords(asked);
  const weigh = (part: string): number =>
    [...readWords(part)].reduce((sum, word) => sum + (wanted.has(word) ? rarity(word, words) : 0), 0);
  let best = { seq, start: 0, end: text.trimEnd().length, weight: -1 };
  for (const { start, end } of cutSentences(text)) {
    const weight = weigh(text.slice(start, end));
    if (weight > best.weight) best = { seq, start, end, weight };
  }
  return { seq, start: best.start, end: best.end };
}

/** 0.7 for a word in every message, more for rarer words. */
export function rarity(word: string, { messages, counts }: WordCounts): number {
  return Math.log(1 + messages / (counts.get(word) ?? 1));
}

export function readWords(text: string): Set<string> {
  return new Set((text.toLowerCase().match(WORD) ?? []).map((word) => word.slice(0, STEM_CHARACTERS)));
}
