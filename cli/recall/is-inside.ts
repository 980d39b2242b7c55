import type { QuotedPlace } from '../../context/message/needs.js';

/** The messages of a thread that are before a model. */
export interface ShownMessages {
  /** First message that is sent raw, as are all after it; a number beyond the newest: none is sent raw. */
  readonly windowStart: number;
  /** Older messages, or parts of them. */
  readonly passages: readonly QuotedPlace[];
}

/** A part of a message's text, in UTF-16 units. */
export interface MessagePart {
  readonly seq: number;
  readonly start: number;
  readonly end: number;
}

/** Whether all of a part of a message is shown: raw, in one passage, or in passages without a gap between them. */
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
