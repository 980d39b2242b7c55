import type { QuotedPlace } from '../../context/message/needs.js';

export interface ShownMessages {
  readonly windowStart: number;
  readonly passages: readonly QuotedPlace[];
}

export interface MessagePart {
  readonly seq: number;
  readonly start: number;
  readonly end: number;
}

export function isInside(
  { windowStart, passages }: ShownMessages,
  { seq, start, end }: MessagePart,
): boolean {
  if (seq >= windowStart || passages.some((passage) => passage === seq)) return true;
  let reached = start;
  let isAny = false;
  const parts = passages.flatMap((passage) => (typeof passage === 'number' ? [] : [passage]));
  for (const [of, from, to] of parts.sort((one, other) => one[1] - other[1])) {
    if (of !== seq || from > reached || to < start) continue;
    isAny = true;
    reached = Math.max(reached, to);
  }
  return isAny && reached >= end;
}
