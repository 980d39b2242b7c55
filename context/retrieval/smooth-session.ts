import type { PassageRow } from './passage-row.js';

/** The share of its score that a message hands on to the first, second, ... one after it: answers follow questions. */
const TO_NEXT = [0.4, 0.2, 0.1, 0.05];
/** The share for those before it. */
const TO_PREVIOUS = [0.3, 0.15, 0.1, 0.05];

/**
 * Adds to the scores of one session's passages the shares that their neighbours hand on, in the order of `rows`. A
 * neighbour is a message nearby in the thread, of which the best passage counts, or another passage of the same message.
 */
export function smoothSession(rows: readonly PassageRow[], scores: readonly number[]): number[] {
  const best = new Map<number, number>();
  const passages = new Map<string, number>();
  rows.forEach(({ seq, ordinal }, index) => {
    const score = scores[index] ?? 0;
    best.set(seq, Math.max(best.get(seq) ?? 0, score));
    passages.set(`${seq}/${ordinal}`, score);
  });
  return rows.map(({ seq, ordinal }, index) => {
    let score = scores[index] ?? 0;
    for (const [at, part] of TO_NEXT.entries())
      score += part * ((best.get(seq - at - 1) ?? 0) + (passages.get(`${seq}/${ordinal - at - 1}`) ?? 0));
    for (const [at, part] of TO_PREVIOUS.entries())
      score += part * ((best.get(seq + at + 1) ?? 0) + (passages.get(`${seq}/${ordinal + at + 1}`) ?? 0));
    return score;
  });
}
