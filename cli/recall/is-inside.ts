import type { RecallContext } from './fill-context.js';

/** Whether all of a message is in the context: raw, as one passage, or as passages without a gap between them. */
export function isInside(
  { windowStart, passages }: Pick<RecallContext, 'windowStart' | 'passages'>,
  { seq, characters }: { seq: number; characters: number },
): boolean {
  if (seq >= windowStart || passages.some((passage) => passage === seq)) return true;
  let reached = 0;
  let isAny = false;
  const parts = passages.flatMap((passage) => (typeof passage === 'number' ? [] : [passage]));
  for (const [of, start, end] of parts.sort((one, other) => one[1] - other[1])) {
    if (of !== seq || start > reached) continue;
    isAny = true;
    reached = Math.max(reached, end);
  }
  return isAny && reached >= characters;
}
