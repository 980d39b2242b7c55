import { answerRatio, answersAtLength } from '../../context/retrieval/answer-ratio.js';
import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { rankAnswers } from '../../context/retrieval/rank-answers.js';
import { scorePassage } from '../../context/retrieval/score-passage.js';
import type { Database } from '../database.js';
import { chooseTerms } from './choose-terms.js';
import { loadCandidates, loadWhole } from './load-candidates.js';
import { loadNeighbours, nearHits, type Hit } from './load-neighbours.js';
import { findNearestPassages, type NearPassage, type QuestionEmbedding } from './nearest-passages.js';
import { passageKeys, passageTerm } from './passage-keys.js';
import { toPassageRows, type StoredPassages, type WantedIn } from './passage-rows.js';
import { countFacts, estimateFacts } from './passage-facts.js';
import { PASSAGES_A_ROW, wantTerms, type WantedTerms } from './term-bytes.js';
import { weighAnswers } from '../../context/retrieval/weigh-answers.js';

/** Enough for any context, because each hit adds its neighbors. */
const MAX_TOKENS = 16_000;
/** Answers get this part: one long answer soon fills a context. */
const ANSWERS_PART = 4;

interface SearchPassagesInput {
  conversationId: number;
  branch?: number | undefined;
  after: number;
  before: number;
  terms: readonly (string | QueryTerm)[];
  embedding?: QuestionEmbedding;
  seeksAnswers?: boolean;
  limit?: number;
}

export interface FoundPassages {
  rows: PassageRow[];
  facts: CorpusFacts;
}

/** A smaller thread is read and ranked completely. */
export const WHOLE_ROWS = 1_024;
const SAMPLE_ROWS = 256;
const DEFAULT_LIMIT = 200;
const MAX_ANSWERS = 100;
const NEAREST = 50;
const NONE: FoundPassages = {
  rows: [],
  facts: { passages: 0, averageLength: 0, frequencies: [], answerRatio: 1 },
};

export async function searchPassages(db: Database, input: SearchPassagesInput): Promise<FoundPassages> {
  const { conversationId, branch, after, before, embedding, limit = DEFAULT_LIMIT } = input;
  const terms = input.terms.map(toTerm);
  if ((terms.length === 0 && !embedding) || before - after <= 1) return NONE;
  const { newest, isWhole } = await loadWhole(db, {
    conversationId,
    branch,
    whole: WHOLE_ROWS,
    sample: SAMPLE_ROWS,
  });
  const sources = new Map<number, number>();
  for (const { source, position } of newest)
    sources.set(source, Math.max(position, sources.get(source) ?? 0));
  const seen = newest.filter(({ isSeen }) => isSeen);
  const search = { ...input, terms, newest: seen, sources, wanted: wantIn(terms) };
  const { rows, facts } = isWhole ? readWhole(search) : await findCandidates(db, search);
  const near =
    embedding && (await findNearestPassages(db, { conversationId, branch, after, before, embedding }));
  const byWords = takeBestHits(rows, { terms, facts, limit });
  const hits = [...byWords, ...(near?.slice(0, NEAREST) ?? [])];
  const all =
    isWhole || hits.length === 0
      ? rows
      : await addNeighbours(db, {
          search,
          rows,
          hits,
          answers: chooseAnswers(rows, { search, facts, hits }),
        });
  return {
    rows: hits.length === 0 ? [] : near ? withSimilarities(all, near) : all,
    facts,
  };
}

async function addNeighbours(
  db: Database,
  { search, rows, hits, answers }: AddNeighboursInput,
): Promise<PassageRow[]> {
  const around = await loadNeighbours(db, { ...search, hits, answers, known: listWhole(rows) });
  return nearHits([...around, ...rows], [...hits, ...(answers ?? []).map((seq) => ({ seq, ordinal: 0 }))]);
}

/** Lists messages that are surely complete: their first row is not full, so it is their last. */
function listWhole(rows: readonly PassageRow[]): Set<number> {
  const counts = new Map<number, number>();
  for (const { seq } of rows) counts.set(seq, (counts.get(seq) ?? 0) + 1);
  const partial = rows.filter(
    ({ seq, ordinal }) => ordinal >= PASSAGES_A_ROW || counts.get(seq) === PASSAGES_A_ROW,
  );
  for (const { seq } of partial) counts.delete(seq);
  return new Set(counts.keys());
}

function chooseAnswers(
  rows: readonly PassageRow[],
  { search, facts, hits }: { search: SearchedThread; facts: CorpusFacts; hits: readonly Hit[] },
): number[] | undefined {
  if (!answersAtLength(facts)) return undefined;
  const hit = hits.map(({ seq }) => seq);
  if (search.seeksAnswers !== true) return hit;
  const query = { terms: search.terms, names: [], months: [] };
  const scored = rows.map((row) => ({ row, score: scorePassage(row, { query, facts }) }));
  return [...hit, ...rankAnswers(scored).slice(0, MAX_ANSWERS)];
}

interface AddNeighboursInput {
  search: SearchedThread;
  rows: readonly PassageRow[];
  hits: readonly Hit[];
  answers: readonly number[] | undefined;
}

interface SearchedThread extends SearchPassagesInput {
  terms: readonly QueryTerm[];
  newest: readonly StoredPassages[];
  sources: ReadonlyMap<number, number>;
  wanted: WantedIn;
}

/** Hashed once per conversation, which is part of the hash. */
function wantIn(terms: readonly QueryTerm[]): WantedIn {
  const known = new Map<number, WantedTerms>();
  return (source) => {
    const wanted = known.get(source) ?? wantTerms(terms.map(({ lexeme }) => passageTerm(source, lexeme)));
    known.set(source, wanted);
    return wanted;
  };
}

function readWhole({ after, before, terms, newest, wanted }: SearchedThread): FoundPassages {
  const newestFirst = newest.flatMap((row) => toPassageRows(row, wanted));
  const rows = newestFirst
    .filter(({ seq }) => seq > after && seq < before)
    .sort((a, b) => a.seq - b.seq || a.ordinal - b.ordinal);
  const sample = newestFirst.slice(0, SAMPLE_ROWS);
  return { rows, facts: countFacts(rows, { terms: terms.length, sample }) };
}

/** Searches answers apart: long ones repeat the question, and would crowd out users' messages. */
const TOGETHER = [{ role: undefined, share: 1 }] as const;
const APART = [
  { role: 'user', share: 0.6 },
  { role: 'assistant', share: 0.4 },
] as const;

async function findCandidates(db: Database, input: SearchedThread): Promise<FoundPassages> {
  const { conversationId, branch, after, before, terms, newest, sources, wanted } = input;
  const sample = newest.flatMap((row) => toPassageRows(row, wanted));
  const last = newest.reduce((most, { seq }) => Math.max(most, seq ?? 0), 0);
  const messages = Math.max(0, Math.min(before - 1, last) - after);
  const isApart = answersAtLength({ answerRatio: answerRatio(sample) });
  const parts = (isApart ? APART : TOGETHER).map(({ role, share }) => {
    const isSearched = (row: PassageRow): boolean => !role || row.role === role;
    const own = { sample: sample.filter(isSearched), messages: isApart ? messages / 2 : messages };
    return { role, isSearched, ...own, chosen: chooseTerms(terms, { ...own, share }) };
  });
  const stored = await loadCandidates(db, {
    conversationId,
    branch,
    after,
    before,
    searches: parts.map(({ role, chosen }) => ({
      role,
      keys:
        chosen.length === 0
          ? undefined
          : [...sources].flatMap(([source, lastPosition]) =>
              passageKeys({
                conversationId: source,
                terms: chosen.map((place) => passageTerm(source, terms[place]?.lexeme ?? '')),
                lastPosition,
              }),
            ),
    })),
  });
  const rows = stored
    .flatMap((row) => toPassageRows(row, wanted))
    .filter(({ seq }) => seq > after && seq < before);
  const searched = parts.map(({ isSearched, ...part }) => ({ ...part, rows: rows.filter(isSearched) }));
  return { rows, facts: estimateFacts(searched, { terms: terms.length, sample }) };
}

function withSimilarities(rows: readonly PassageRow[], near: readonly NearPassage[]): PassageRow[] {
  const similarities = new Map(near.map(({ seq, ordinal, similarity }) => [`${seq}/${ordinal}`, similarity]));
  return rows.map((row) => {
    const similarity = similarities.get(`${row.seq}/${row.ordinal}`);
    return similarity === undefined ? row : { ...row, similarity };
  });
}

function toTerm(term: string | QueryTerm, group: number): QueryTerm {
  return typeof term === 'string' ? { lexeme: term, weight: 1, group } : term;
}

function takeBestHits(
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
  if (!answersAtLength(facts)) return takeUpTo(ordered, { limit, tokens: MAX_TOKENS });
  const filterRole = (role: PassageRow['role']): PassageRow[] => ordered.filter((row) => row.role === role);
  return [
    ...takeUpTo(filterRole('user'), { limit, tokens: MAX_TOKENS }),
    ...takeUpTo(filterRole('assistant'), { limit: limit / ANSWERS_PART, tokens: MAX_TOKENS / ANSWERS_PART }),
  ];
}

function takeUpTo(
  ordered: readonly PassageRow[],
  { limit, tokens: most }: { limit: number; tokens: number },
): PassageRow[] {
  let tokens = 0;
  return ordered.slice(0, limit).filter((row) => (tokens += row.tokens) <= most);
}
