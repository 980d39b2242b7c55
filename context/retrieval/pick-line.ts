import { cutSentences } from './cut-sentences.js';
import type { QueryTerm } from './query.js';
import { splitUnspaced } from './unspaced-terms.js';

const WORD = /[\p{L}\p{N}]+/gu;
const MAX_ENDING = 4;
const MAX_CHARACTERS = 240;

export function pickLine(
  text: string,
  terms: readonly QueryTerm[],
): { start: number; end: number } | undefined {
  let best: { start: number; end: number; weight: number } | undefined;
  for (const { start, end } of cutSentences(text)) {
    const weight = weigh(text.slice(start, end), terms);
    if (!best || weight > best.weight) best = { start, end, weight };
  }
  if (!best) return undefined;
  const cut = text.lastIndexOf(' ', best.start + MAX_CHARACTERS);
  const isLong = best.end - best.start > MAX_CHARACTERS;
  return { start: best.start, end: isLong && cut > best.start ? cut : best.end };
}

function weigh(sentence: string, terms: readonly QueryTerm[]): number {
  const { terms: unspaced, spaced } = splitUnspaced(sentence);
  const words = spaced.toLowerCase().match(WORD) ?? [];
  const isIn = (lexeme: string): boolean =>
    unspaced.includes(lexeme) || words.some((word) => isForm(word, lexeme));
  const groups = new Map<number, number>();
  for (const { lexeme, weight, group } of terms)
    if (weight > (groups.get(group) ?? 0) && isIn(lexeme)) groups.set(group, weight);
  return [...groups.values()].reduce((sum, weight) => sum + weight, 0);
}

function isForm(word: string, lexeme: string): boolean {
  const stem = lexeme.length > 3 ? lexeme.slice(0, -1) : lexeme;
  return word.startsWith(stem) && word.length - lexeme.length <= MAX_ENDING;
}
