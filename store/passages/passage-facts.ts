import { answerRatio } from '../../context/retrieval/answer-ratio.js';
import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';

interface SearchedPassages {
  rows: readonly PassageRow[];
  sample: readonly PassageRow[];
  chosen: readonly number[];
  messages: number;
}

export function countFacts(
  rows: readonly PassageRow[],
  { terms, sample }: { terms: number; sample: readonly PassageRow[] },
): CorpusFacts {
  return {
    passages: rows.length,
    averageLength: meanLength(rows),
    frequencies: countFrequencies(rows, terms),
    answerRatio: answerRatio(sample),
  };
}

export function estimateFacts(
  searched: readonly SearchedPassages[],
  { terms, sample }: { terms: number; sample: readonly PassageRow[] },
): CorpusFacts {
  const each = searched.map((part) => estimatePart(part, terms));
  return {
    passages: each.reduce((sum, { passages }) => sum + passages, 0),
    averageLength: meanLength(sample),
    frequencies: Array.from({ length: terms }, (_, term) =>
      each.reduce((sum, { frequencies }) => sum + (frequencies[term] ?? 0), 0),
    ),
    answerRatio: answerRatio(sample),
  };
}

function estimatePart(
  { rows, sample, chosen, messages }: SearchedPassages,
  terms: number,
): Pick<CorpusFacts, 'passages' | 'frequencies'> {
  const passages = Math.max(rows.length, Math.round(messages * countPassagesAMessage(sample)));
  const share = passages / Math.max(1, sample.length);
  const sampled = countFrequencies(sample, terms);
  const frequencies = countFrequencies(rows, terms).map((count, term) =>
    chosen.includes(term) ? count : Math.max(count, Math.round((sampled[term] ?? 0) * share)),
  );
  return { passages, frequencies };
}

export function countFrequencies(rows: readonly PassageRow[], terms: number): number[] {
  const counts = Array<number>(terms).fill(0);
  for (const { matches } of rows) for (const { term } of matches) counts[term] = (counts[term] ?? 0) + 1;
  return counts;
}

export function countPassagesAMessage(rows: readonly PassageRow[]): number {
  const messages = new Set(rows.map(({ seq, role }) => `${seq}/${role}`)).size;
  return rows.length / Math.max(1, messages);
}

function meanLength(rows: readonly PassageRow[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, rows.length);
}
