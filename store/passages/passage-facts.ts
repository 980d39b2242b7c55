import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';

interface ToFactsInput {
  /** The number of terms that are searched for. */
  terms: number;
  /** The passages that were found, or all passages. */
  rows: readonly PassageRow[];
}

/** Input for a thread whose passages were all read. */
interface WholeFactsInput extends ToFactsInput {
  passages: number;
}

/** Input for a long thread. Frequencies that were not counted are estimated from its newest passages. */
interface EstimatedFactsInput extends ToFactsInput {
  sample: readonly PassageRow[];
  /** Places of the terms for which every passage was found. */
  chosen: readonly number[];
  /** The number of messages that are searched. */
  messages: number;
}

/** Computes the statistics that scoring needs about all searched passages. */
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

/** Counts in how many passages each term occurs. */
export function countFrequencies(rows: readonly PassageRow[], terms: number): number[] {
  const counts = Array<number>(terms).fill(0);
  for (const { matches } of rows) for (const { term } of matches) counts[term] = (counts[term] ?? 0) + 1;
  return counts;
}

/** Computes how many passages a message has on average. */
export function countPassagesAMessage(rows: readonly PassageRow[]): number {
  const messages = new Set(rows.map(({ seq, role }) => `${seq}/${role}`)).size;
  return rows.length / Math.max(1, messages);
}

function meanLength(rows: readonly PassageRow[]): number {
  return rows.reduce((sum, { length }) => sum + length, 0) / Math.max(1, rows.length);
}
