import type { PassageRow, RankedPassage } from './passage-row.js';

export function rankAnswers(scored: readonly RankedPassage<PassageRow>[]): number[] {
  const best = new Map<number, number>();
  const asked = new Set<number>();
  const answers = new Set<number>();
  for (const { row, score } of scored) {
    best.set(row.seq, Math.max(best.get(row.seq) ?? 0, score));
    (row.role === 'assistant' ? answers : asked).add(row.seq);
  }
  for (const seq of asked) if (!asked.has(seq + 1)) answers.add(seq + 1);
  const scores = new Map(
    [...answers].map((seq) => [
      seq,
      (best.get(seq) ?? 0) + (answers.has(seq - 1) ? 0 : (best.get(seq - 1) ?? 0)),
    ]),
  );
  return [...answers].sort((one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other);
}
