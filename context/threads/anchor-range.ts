import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import { behindCharacter, wholeCharacter } from '../results/whole-character.js';

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function anchorRange(
  text: string,
  { start = 0, end = text.length }: Pick<ThreadAnchor, 'start' | 'end'>,
): { kind: 'part'; range: TextRange } | { kind: 'whole' } | { kind: 'outside' } {
  if (start === 0 && end === text.length) return { kind: 'whole' };
  if (start < 0 || end > text.length || start >= end) return { kind: 'outside' };
  const range = {
    start: wholeCharacter(text, start),
    end: behindCharacter(text, end),
  };
  return { kind: 'part', range };
}

export function sliceRange(text: string, range: TextRange | null): string {
  return range === null ? text : text.slice(range.start, range.end);
}
