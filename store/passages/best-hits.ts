import { answersAtLength } from '../../context/retrieval/answer-ratio.js';
import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { scorePassage } from '../../context/retrieval/score-passage.js';
import { weighAnswers } from '../../context/retrieval/weigh-answers.js';

/** Neighbors of hits are read too, and fewer hits already fill any context. */
const MOST_TOKENS = 16_000;
/** Long assistant answers get a quarter of the limits: one soon fills a context. */
const ANSWERS_PART = 4;

/** Ranks passages by matched terms, each on its own; ties go to the older one. */
export function takeBestHits(
  rows: readonly PassageRow[],
  { terms, facts, limit }: { terms: readonly QueryTerm[]; facts: CorpusFacts; limit: number },
): PassageRow[] {
  const query = { terms, names: [], months: [] };
  const scored = rows
    .filter(({ matches }) => matches.length > 0)
    .map((row) => ({ row, score: scorePassage(row, { query, facts }) }));
  const ordered = weighAnswers(scored, facts)
    .sort((a, b) => b.score - a.score || a.row.seq - b.row.seq || a.row.ordinal - b.row.ordinal)
    .map(({ row }) => row);
  if (!answersAtLength(facts)) return takeUpTo(ordered, { limit, tokens: MOST_TOKENS });
  const said = (role: PassageRow['role']): PassageRow[] => ordered.filter((row) => row.role === role);
  return [
    ...takeUpTo(said('user'), { limit, tokens: MOST_TOKENS }),
    ...takeUpTo(said('assistant'), { limit: limit / ANSWERS_PART, tokens: MOST_TOKENS / ANSWERS_PART }),
  ];
}

function takeUpTo(
  ordered: readonly PassageRow[],
  { limit, tokens: most }: { limit: number; tokens: number },
): PassageRow[] {
  let tokens = 0;
  return ordered.slice(0, limit).filter((row) => (tokens += row.tokens) <= most);
}
