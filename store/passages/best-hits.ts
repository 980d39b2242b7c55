import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { scorePassage } from '../../context/retrieval/score-passage.js';

/**
 * The limit for the hits' tokens. Neighbours of hits are read too, and of long passages even fewer hits fill any
 * context.
 */
const MOST_TOKENS = 16_000;

/** Takes the passages that match most of the terms, each ranked on its own; among equals the older one first. */
export function takeBestHits(
  rows: readonly PassageRow[],
  { terms, facts, limit }: { terms: readonly QueryTerm[]; facts: CorpusFacts; limit: number },
): PassageRow[] {
  const query = { terms, names: [], months: [] };
  const ordered = rows
    .filter(({ matches }) => matches.length > 0)
    .map((row) => ({ row, score: scorePassage(row, { query, facts }) }))
    .sort((a, b) => b.score - a.score || a.row.seq - b.row.seq || a.row.ordinal - b.row.ordinal)
    .slice(0, limit)
    .map(({ row }) => row);
  let tokens = 0;
  return ordered.filter((row) => (tokens += row.tokens) <= MOST_TOKENS);
}
