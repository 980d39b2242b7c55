import type { CorpusFacts, PassageRow } from '../../../context/retrieval/passage-row.js';
import type { Query } from '../../../context/retrieval/query.js';

export function passageRow(seq: number, row: Partial<PassageRow> = {}): PassageRow {
  return {
    seq,
    ordinal: 0,
    session: 1,
    role: 'user',
    name: null,
    atMs: Date.UTC(2024, 4, 1),
    tokens: 10,
    messageTokens: row.tokens ?? 10,
    length: 10,
    matches: [],
    ...row,
  };
}

export function queryFor(lexemes: readonly string[], query: Partial<Query> = {}): Query {
  return {
    terms: lexemes.map((lexeme, group) => ({ lexeme, weight: 1, group })),
    names: [],
    months: [],
    ...query,
  };
}

export function factsOf(frequencies: readonly number[], passages = 100): CorpusFacts {
  return { passages, averageLength: 10, frequencies, answerRatio: 1 };
}

export const HIT = [{ term: 0, count: 1 }];
