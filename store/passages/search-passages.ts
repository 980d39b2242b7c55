import type { CorpusFacts, PassageRow } from '../../context/retrieval/passage-row.js';
import type { QueryTerm } from '../../context/retrieval/query.js';
import type { Database } from '../database.js';
import { takeBestHits } from './best-hits.js';
import { chooseTerms } from './choose-terms.js';
import { loadCandidates, loadNewest, loadWhole } from './load-candidates.js';
import { loadNeighbours, nearHits, type Hit } from './neighbours.js';
import { findNearestPassages, type NearPassage, type QuestionEmbedding } from './nearest-passages.js';
import { passageKeys, passageTerm } from './passage-keys.js';
import { toPassageRows, type StoredPassages } from './passage-rows.js';
import { toFacts } from './passage-facts.js';
import { wantTerms, type WantedTerms } from './term-bytes.js';

interface SearchPassagesInput {
  conversationId: number;
  /** Only messages after this place of the thread, and before that. */
  after: number;
  before: number;
  /** Lexemes as the index has them; those that are words of the question have weight 1. */
  terms: readonly (string | QueryTerm)[];
  /** What the question means, where a model says so. */
  embedding?: QuestionEmbedding;
  /** Hits that neighbours are read for; default 200. */
  limit?: number;
}

export interface FoundPassages {
  /** The hits and what may be ranked with them, in the order of the thread; none without a hit. */
  rows: PassageRow[];
  facts: CorpusFacts;
}

/** A thread with fewer rows is read as a whole: its passages are ranked exactly. */
export const WHOLE_ROWS = 1_024;
/** Newest rows of a longer one, from which it is estimated how frequent a term is. */
const SAMPLE_ROWS = 256;
/** Newest rows that are searched for terms of which each is in too many. */
const FALLBACK_ROWS = 1_024;
const DEFAULT_LIMIT = 200;
/** Passages that are hits for their meaning alone. */
const NEAREST = 50;
const NONE: FoundPassages = { rows: [], facts: { passages: 0, averageLength: 0, frequencies: [] } };

/**
 * Passages of a thread that hold any of the terms or are near the question in meaning, with all others that are
 * searched. Of a long thread very frequent terms find nothing by themselves, or only among its newest messages where
 * there are no others; in what is found they are counted; the others are those near a hit, and the sessions of the
 * best. Three statements at most, one more with an embedding, whatever the length of the thread.
 */
export async function searchPassages(db: Database, input: SearchPassagesInput): Promise<FoundPassages> {
  const { conversationId, after, before, embedding, limit = DEFAULT_LIMIT } = input;
  const terms = input.terms.map(toTerm);
  if ((terms.length === 0 && embedding === undefined) || before - after <= 1) return NONE;
  const { newest, isWhole } = await loadWhole(db, { conversationId, whole: WHOLE_ROWS, sample: SAMPLE_ROWS });
  const wanted = wantTerms(terms.map(({ lexeme }) => passageTerm(conversationId, lexeme)));
  const search = { ...input, terms, newest, wanted };
  const { rows, facts } = isWhole ? readWhole(search) : await findCandidates(db, search);
  const near = embedding && (await findNearestPassages(db, { conversationId, after, before, embedding }));
  const byWords = takeBestHits(rows, { terms, facts, limit });
  const hits = [...byWords, ...(near?.slice(0, NEAREST) ?? [])];
  const all = isWhole || hits.length === 0 ? rows : await addNeighbours(db, { search, rows, hits });
  return {
    rows: hits.length === 0 ? [] : near === undefined ? all : withSimilarities(all, near),
    facts,
  };
}

async function addNeighbours(
  db: Database,
  { search, rows, hits }: { search: SearchedThread; rows: readonly PassageRow[]; hits: readonly Hit[] },
): Promise<PassageRow[]> {
  const around = await loadNeighbours(db, { ...search, hits });
  return nearHits([...around, ...rows], hits);
}

interface SearchedThread extends SearchPassagesInput {
  terms: readonly QueryTerm[];
  newest: readonly StoredPassages[];
  wanted: WantedTerms;
}

/** Of a short thread all passages. */
function readWhole({ after, before, terms, newest, wanted }: SearchedThread): FoundPassages {
  const rows = newest
    .flatMap((row) => toPassageRows(row, wanted))
    .filter(({ seq }) => seq > after && seq < before)
    .sort((a, b) => a.seq - b.seq || a.ordinal - b.ordinal);
  return { rows, facts: toFacts({ terms: terms.length, rows, passages: rows.length }) };
}

/** Of a long thread the passages that its rarer terms find. */
async function findCandidates(db: Database, input: SearchedThread): Promise<FoundPassages> {
  const { conversationId, after, before, terms, newest, wanted } = input;
  const sample = newest.flatMap((row) => toPassageRows(row, wanted));
  const last = newest.reduce((most, { seq }) => Math.max(most, seq ?? 0), 0);
  const messages = Math.max(0, Math.min(before - 1, last) - after);
  const chosen = chooseTerms(terms, { sample, messages });
  const keys = passageKeys({
    conversationId,
    terms: chosen.map((place) => passageTerm(conversationId, terms[place]?.lexeme ?? '')),
    lastPosition: newest[0]?.position ?? 0,
  });
  const stored =
    chosen.length === 0
      ? await loadNewest(db, { conversationId, rows: FALLBACK_ROWS })
      : await loadCandidates(db, { conversationId, after, before, keys });
  const rows = stored
    .flatMap((row) => toPassageRows(row, wanted))
    .filter(({ seq }) => seq > after && seq < before);
  return { rows, facts: toFacts({ terms: terms.length, rows, sample, chosen, messages }) };
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
