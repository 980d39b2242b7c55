import type { ThreadAnchor } from '../../protocol/thread-anchor.js';
import { behindCharacter, wholeCharacter } from '../spill/whole-character.js';

/** A part of a text, in UTF-16 units; the unit at `end` is not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the part of a message's text that an anchor names, widened to whole characters. `whole`: the anchor names all of
 * it; `outside`: it names a place outside of the text, or an empty part.
 */
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

/** Returns the text of a range; without a range, all of it. */
export function sliceRange(text: string, range: TextRange | null): string {
  return range === null ? text : text.slice(range.start, range.end);
}
