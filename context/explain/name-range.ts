import type { LeftRange } from '../left.js';

/** Neighbours in words: `messages 1-12`, `step 3`, `input`, `messages 1-20 of the conversation above`. */
export function nameRange(range: Pick<LeftRange, 'from' | 'first' | 'last' | 'depth'>): string {
  const { from, first, last, depth } = range;
  if (from === 'input') return from;
  if (from === 'ancestor') return `${plural('message', first, last)} of ${nameAbove(depth)}`;
  return plural(from === 'trace' ? 'step' : 'message', first, last);
}

/** One thing or several in a row: `step 3`, `steps 3-5`. */
export function plural(word: string, first: number, last: number): string {
  return first === last ? `${word} ${first}` : `${word}s ${first}-${last}`;
}

/** A conversation or thread above another one: `the conversation above`, `the thread above, 2 below the conversation`. */
export function nameAbove(depth: number | undefined): string {
  if (depth === undefined) return 'a thread above';
  return depth === 0 ? 'the conversation above' : `the thread above, ${depth} below the conversation`;
}
