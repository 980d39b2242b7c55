import type { ThreadAnchor } from '../../protocol/thread-anchor.js';

/** A part of a text, in UTF-16 units; the last is not included. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a message's text that an anchor names, widened to whole characters; `whole`: all of it. Outside of the
 * text, or nothing of it: `outside`.
 */
export function anchorRange(
  text: string,
  { start = 0, end = text.length }: Pick<ThreadAnchor, 'start' | 'end'>,
): { kind: 'part'; range: TextRange } | { kind: 'whole' } | { kind: 'outside' } {
  if (start === 0 && end === text.length) return { kind: 'whole' };
  if (start < 0 || end > text.length || start >= end) return { kind: 'outside' };
  const range = {
    start: isInside(text, start) ? start - 1 : start,
    end: isInside(text, end) ? end + 1 : end,
  };
  return { kind: 'part', range };
}

/** The text of a range; no range: all of it. */
export function sliceRange(text: string, range: TextRange | null): string {
  return range === null ? text : text.slice(range.start, range.end);
}

/** Whether a place parts the two halves of a character. */
function isInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
