import type { LeftRange } from '../message/left.js';

export function nameRange(range: Pick<LeftRange, 'from' | 'first' | 'last' | 'depth'>): string {
  const { from, first, last, depth } = range;
  if (from === 'input') return from;
  if (from === 'ancestor') return `${plural('message', first, last)} of ${nameAbove(depth)}`;
  return plural(from === 'trace' ? 'step' : 'message', first, last);
}

export function plural(word: string, first: number, last: number): string {
  return first === last ? `${word} ${first}` : `${word}s ${first}-${last}`;
}

export function nameAbove(depth: number | undefined): string {
  if (depth === undefined) return 'a thread above';
  return depth === 0 ? 'the conversation above' : `the thread above, ${depth} below the conversation`;
}
