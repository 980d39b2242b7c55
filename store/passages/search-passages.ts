import { answerRatio, answersAtLength } from '../../context/retrieval/answer-ratio.js';
import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import { rankAnswers } from '../../context/retrieval/rank-answers.js';
import { scorePassage } from '../../context/retrieval/score-passage.js';
import type { Database } from '../database.js';
import { takeBestHits } from './best-hits.js';
import { chooseTerms } from './choose-terms.js';
import { loadCandidates, loadWhole } from './load-candidates.js';
import { loadNeighbours, nearHits, type Hit } from './neighbours.js';
import { findNearestPassages, type NearPassage, type QuestionEmbedding } from './nearest-passages.js';
import { passageKeys, passageTerm } from './passage-keys.js';
import { toPassageRows, type StoredPassages, type WantedIn } from './passage-rows.js';
import { countFacts, estimateFacts } from './passage-facts.js';
import { wantTerms, type WantedTerms } from './term-bytes.js';

interface SearchPassagesInput {
  conversationId: number;
  /** Default: the branch that the conversation is in. */
  branch?: number | undefined;
  /** Only messages after this place of the thread and before `before` are searched. */
  after: number;
  before: number;
  /** Lexemes as the index has them. Words of the question have weight 1. */
  terms: readonly (string | QueryTerm)[];
  /** The vector of the question, if there is an embedding model. */
  embedding?: QuestionEmbedding;
  /** Whether the question asks what the assistant said: then its answers are read as wholes, the likely ones first. */
  seeksAnswers?: boolean;
  /** The most hits by words; neighbours are read for each hit. Default 200. */
  limit?: number;
}

export interface FoundPassages {
  /**
   * The hits and the passages that may be ranked with them, in the order of the thread. Empty when there is no
   * hit.
   */
  rows: PassageRow[];
  facts: CorpusFacts;
}

/** A thread with fewer rows is read as a whole, and its passages are ranked exactly. */
export const WHOLE_ROWS = 1_024;
/** The newest rows of a longer thread, from which the frequency of a term is estimated. */
const SAMPLE_ROWS = 256;
const DEFAULT_LIMIT = 200;
/** The most answers that are read as wholes for a question about them: more than fit any context. */
const MOST_ANSWERS = 100;
/** The most hits by meaning alone. */
const NEAREST = 50;
const NONE: FoundPassages = {
  rows: [],
  facts: { passages: 0, averageLength: 0, frequencies: [], answerRatio: 1 },
};

/**
 * Finds the passages of a thread that hold any of the terms or are near the question in meaning, with their
 * neighbours and the sessions of the best hits. A short thread is read as a whole. In a long one, very frequent
 * terms find no passages of their own but count in those that are found; if all terms are very frequent, only
 * the newest messages are searched. At most three statements, one more with an embedding, whatever the length of
 * the thread.
 */
export async function searchPassages(db: Database, input: SearchPassagesInput): Promise<FoundPassages> {
  const { conversationId, branch, after, before, embedding, limit = DEFAULT_LIMIT } = input;
  const terms = input.terms.map(toTerm);
  if ((terms.length === 0 && embedding === undefined) || before - after <= 1) return NONE;
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
    rows: hits.length === 0 ? [] : near === undefined ? all : withSimilarities(all, near),
    facts,
  };
}

async function addNeighbours(
  db: Database,
  { search, rows, hits, answers }: AddNeighboursInput,
): Promise<PassageRow[]> {
  const around = await loadNeighbours(db, { ...search, hits, answers });
  return nearHits([...around, ...rows], [...hits, ...(answers ?? []).map((seq) => ({ seq, ordinal: 0 }))]);
}

/** The answers that are read as wholes; undefined: all that are near a hit are, because they are no longer than questions. */
function chooseAnswers(
  rows: readonly PassageRow[],
  { search, facts, hits }: { search: SearchedThread; facts: CorpusFacts; hits: readonly Hit[] },
): number[] | undefined {
  if (!answersAtLength(facts)) return undefined;
  const hit = hits.map(({ seq }) => seq);
  if (search.seeksAnswers !== true) return hit;
  const query = { terms: search.terms, names: [], months: [] };
  const scored = rows.map((row) => ({ row, score: scorePassage(row, { query, facts }) }));
  return [...hit, ...rankAnswers(scored).slice(0, MOST_ANSWERS)];
}

interface AddNeighboursInput {
  search: SearchedThread;
  rows: readonly PassageRow[];
  hits: readonly Hit[];
  /** Of the assistant only these answers are read; undefined: all near the hits. */
  answers: readonly number[] | undefined;
}

interface SearchedThread extends SearchPassagesInput {
  terms: readonly QueryTerm[];
  /** The newest rows that it sees. */
  newest: readonly StoredPassages[];
  /** The last position of each conversation whose rows are searched. */
  sources: ReadonlyMap<number, number>;
  wanted: WantedIn;
}

/** Each conversation has its own hashes of the terms. */
function wantIn(terms: readonly QueryTerm[]): WantedIn {
  const known = new Map<number, WantedTerms>();
  return (source) => {
    const wanted = known.get(source) ?? wantTerms(terms.map(({ lexeme }) => passageTerm(source, lexeme)));
    known.set(source, wanted);
    return wanted;
  };
}

/** Reads all passages of a short thread. */
function readWhole({ after, before, terms, newest, wanted }: SearchedThread): FoundPassages {
  const newestFirst = newest.flatMap((row) => toPassageRows(row, wanted));
  const rows = newestFirst
    .filter(({ seq }) => seq > after && seq < before)
    .sort((a, b) => a.seq - b.seq || a.ordinal - b.ordinal);
  const sample = newestFirst.slice(0, SAMPLE_ROWS);
  return { rows, facts: countFacts(rows, { terms: terms.length, sample }) };
}

/**
 * Lists the searches of a long thread: all of it at once, or, where answers are long, what users said apart from
 * the answers. The answers repeat what was asked so often that there would be no room for anything else.
 */
const TOGETHER = [{ role: undefined, share: 1 }] as const;
const APART = [
  { role: 'user', share: 0.6 },
  { role: 'assistant', share: 0.4 },
] as const;

/** Finds the passages of a long thread that hold its rarer terms. */
async function findCandidates(db: Database, input: SearchedThread): Promise<FoundPassages> {
  const { conversationId, branch, after, before, terms, newest, sources, wanted } = input;
  const sample = newest.flatMap((row) => toPassageRows(row, wanted));
  const last = newest.reduce((most, { seq }) => Math.max(most, seq ?? 0), 0);
  const messages = Math.max(0, Math.min(before - 1, last) - after);
  const isApart = answersAtLength({ answerRatio: answerRatio(sample) });
  const parts = (isApart ? APART : TOGETHER).map(({ role, share }) => {
    const isSearched = (row: PassageRow): boolean => role === undefined || row.role === role;
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
