import type { PassageRow } from './passage-row.js';

/** The share of its score that a message hands on to the first, second, ... one after it: answers follow questions. */
const TO_NEXT = [0.4, 0.2, 0.1, 0.05];
/** The share for those before it. */
const TO_PREVIOUS = [0.3, 0.15, 0.1, 0.05];

/** A message up to so many tokens takes all that is handed on to it. */
const SHORT_TOKENS = 100;

/**
 * The share that a passage takes of what stands around its message. Of a long message most is about other things than
 * the message before it, and all its passages together would crowd out what was asked.
 */
export function takenShare({ messageTokens }: Pick<PassageRow, 'messageTokens'>): number {
  return Math.min(1, SHORT_TOKENS / Math.max(1, messageTokens));
}

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
  return rows.map((row, index) => {
    const { seq, ordinal } = row;
    let score = scores[index] ?? 0;
    let handed = 0;
    for (const [at, part] of TO_NEXT.entries()) {
      handed += part * (best.get(seq - at - 1) ?? 0);
      score += part * (passages.get(`${seq}/${ordinal - at - 1}`) ?? 0);
    }
    for (const [at, part] of TO_PREVIOUS.entries()) {
      handed += part * (best.get(seq + at + 1) ?? 0);
      score += part * (passages.get(`${seq}/${ordinal + at + 1}`) ?? 0);
    }
    return score + handed * takenShare(row);
  });
}
