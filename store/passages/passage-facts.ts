import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';

interface ToFactsInput {
  /** How many terms are looked for. */
  terms: number;
  /** Passages that were found, or all. */
  rows: readonly PassageRow[];
}

/** Facts of passages that were all read. */
interface WholeFactsInput extends ToFactsInput {
  passages: number;
}

/** Facts of a long thread: what was not counted is as in its newest passages. */
interface EstimatedFactsInput extends ToFactsInput {
  sample: readonly PassageRow[];
  /** Places of the terms of which all passages were found. */
  chosen: readonly number[];
  /** Messages that are searched. */
  messages: number;
}

/** What the scores need to know of all passages that are searched. */
export function toFacts(input: WholeFactsInput | EstimatedFactsInput): CorpusFacts {
  const counted = countFrequencies(input.rows, input.terms);
  if ('passages' in input)
    return { passages: input.passages, averageLength: meanLength(input.rows), frequencies: counted };
  const { sample, chosen, messages } = input;
  const passages = Math.max(input.rows.length, Math.round(messages * countPassagesAMessage(sample)));
  const share = passages / Math.max(1, sample.length);
  const sampled = countFrequencies(sample, input.terms);
  const frequencies = counted.map((count, term) =>
    chosen.includes(term) ? count : Math.max(count, Math.round((sampled[term] ?? 0) * share)),
  );
  return { passages, averageLength: meanLength(sample), frequencies };
}

/** In how many passages each term stands. */
export function countFrequencies(rows: readonly PassageRow[], terms: number): number[] {
  const counts = Array<number>(terms).fill(0);
  for (const { matches } of rows) for (const { term } of matches) counts[term] = (counts[term] ?? 0) + 1;
  return counts;
}

/** How many passages a message has, by those of a thread. */
export function countPassagesAMessage(rows: readonly PassageRow[]): number {
  const messages = new Set(rows.map(({ seq, role }) => `${seq}/${role}`)).size;
  return rows.length / Math.max(1, messages);
}

function meanLength(rows: readonly PassageRow[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, rows.length);
}
