import type { PassageRow } from './passage-row.js';

/** Largest, because answers follow questions. */
const TO_NEXT = [0.4, 0.2, 0.1, 0.05];
const TO_PREVIOUS = [0.3, 0.15, 0.1, 0.05];

const SHORT_TOKENS = 100;

/** A long message is mostly about other things, and all its passages would crowd out the question. */
export function takenShare({ messageTokens }: Pick<PassageRow, 'messageTokens'>): number {
  return Math.min(1, SHORT_TOKENS / Math.max(1, messageTokens));
}

/** Adds neighbors' shares, by nearby messages' best passages and by other passages of the same message. */
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
