import type { LeftRange } from '../left.js';

/** Neighbours in words: `messages 1-12`, `step 3`, `input`. */
export function nameRange({ from, first, last }: Pick<LeftRange, 'from' | 'first' | 'last'>): string {
  if (from === 'input') return from;
  return plural(from === 'trace' ? 'step' : 'message', first, last);
}

/** One thing or several in a row: `step 3`, `steps 3-5`. */
export function plural(word: string, first: number, last: number): string {
  return first === last ? `${word} ${first}` : `${word}s ${first}-${last}`;
}
