import type { LookedUp, PassageSearch } from '../../../context/call/look-up.js';
import { buildQuery } from '../../../context/retrieval/build-query.js';
import { answersAtLength } from '../../../context/retrieval/answer-ratio.js';
import { choosePassages, listMany } from '../../../context/retrieval/choose-passages.js';
import type { CorpusFacts, PassageRow } from '../../../context/retrieval/passage-row.js';
import { pickLine } from '../../../context/retrieval/pick-line.js';
import type { Query } from '../../../context/retrieval/query.js';
import { questionKind } from '../../../context/retrieval/question-kind.js';
import { passageOverhead, renderPassages } from '../../../context/retrieval/render-passages.js';
import { splitUnspaced } from '../../../context/retrieval/unspaced-terms.js';
import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadPassageTexts, type PassageExcerpt } from '../../../store/passages/load-passage-texts.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { searchPassages } from '../../../store/passages/search-passages.js';

export interface RetrieveInput extends PassageSearch {
  conversationId: number;
  branch?: number | undefined;
  now?: number;
  speakers: readonly string[];
  readLexemes: (text: string) => Promise<readonly string[]>;
  embed?: ((text: string) => Promise<QuestionEmbedding | undefined>) | undefined;
}

export type Retrieved = NonNullable<LookedUp['passages']>;

/** Shorter questions, such as "yes" and "why", are not searched for. */
const MIN_CHARACTERS = 5;
/** Needed in scripts without spaces, where each pair of characters is a term. */
const MIN_UNSPACED_TERMS = 2;

export function canLookUp(text: string): boolean {
  return text.trim().length >= MIN_CHARACTERS || splitUnspaced(text).terms.length >= MIN_UNSPACED_TERMS;
}

export async function retrievePassages(db: Database, input: RetrieveInput): Promise<Retrieved | undefined> {
  const {
    conversationId,
    branch,
    after,
    before,
    also = [],
    text,
    tokens,
    speakers,
    now = Date.now(),
  } = input;
  const end = Math.max(before, ...also.map((seq) => seq + 1));
  if (!canLookUp(text) || tokens <= 0 || end - after <= 1) return undefined;
  const [lexemes, embedding] = await Promise.all([input.readLexemes(text), input.embed?.(text)]);
  const asked = questionKind(text);
  const query = buildQuery({ lexemes, text, names: speakers, now });
  const { rows: all, facts } = await searchPassages(db, {
    conversationId,
    branch,
    after,
    before: end,
    terms: query.terms,
    embedding,
    seeksAnswers: asked === 'said',
  });
  const rows = all.filter(({ seq }) => seq < before || also.includes(seq));
  const kind = answersAtLength(facts) ? asked : 'plain';
  const lines =
    kind === 'many' ? await findLines(db, { conversationId, branch, query, rows, facts, tokens }) : undefined;
  const chosen = choosePassages<FoundRow>({
    query,
    kind,
    rows,
    facts,
    budgetTokens: tokens,
    overheadTokens: passageOverhead(countTextTokens, speakers),
    lines,
  });
  if (chosen.length === 0) return undefined;
  const texts = await loadPassageTexts(db, { conversationId, branch, passages: chosen });
  const quotes = texts.map((excerpt) => {
    const row = chosen.find(({ seq, ordinal }) => seq === excerpt.seq && ordinal === excerpt.ordinal);
    return cutQuote(excerpt, row?.line);
  });
  const passages = quotes.map(({ seq, start, end, characters }) =>
    start === 0 && end === characters ? seq : ([seq, start, end] as const),
  );
  const found = quotes.map(({ at, ...passage }) => ({ ...passage, atMs: at.getTime() }));
  return {
    text: renderPassages(found, { mark: BROKEN_OFF }),
    passages,
    found,
    by: kind === 'plain' ? undefined : kind,
  };
}

interface FoundRow extends PassageRow {
  readonly line?: { readonly start: number; readonly end: number };
}

/** Shorter passages are quoted in full: the best line alone would save only half of their tokens. */
const SHORT_TOKENS = 60;
const LEAST_OF_LINE = 12;

interface FindLinesInput {
  conversationId: number;
  branch: number | undefined;
  query: Query;
  rows: readonly PassageRow[];
  facts: CorpusFacts;
  tokens: number;
}

async function findLines(
  db: Database,
  { conversationId, branch, query, rows, facts, tokens }: FindLinesInput,
): Promise<FoundRow[]> {
  const many = listMany({ query, rows, facts }, { most: Math.ceil(tokens / LEAST_OF_LINE) });
  const long = many.filter(({ messageTokens }) => messageTokens > SHORT_TOKENS);
  const texts = new Map(
    (await loadPassageTexts(db, { conversationId, branch, passages: long })).map((found) => [
      found.seq,
      found.text,
    ]),
  );
  return many.map((row) => {
    const text = texts.get(row.seq);
    const line = text === undefined ? undefined : pickLine(text, query.terms);
    if (text === undefined || !line) return row;
    return { ...row, line, tokens: countTextTokens(text.slice(line.start, line.end)) };
  });
}

function cutQuote(excerpt: PassageExcerpt, line: FoundRow['line']): PassageExcerpt {
  if (!line) return excerpt;
  const start = excerpt.start + line.start;
  return {
    ...excerpt,
    start,
    end: excerpt.start + line.end,
    text: excerpt.text.slice(line.start, line.end),
    isBrokenOff: excerpt.isBrokenOff && line.end === excerpt.text.length,
  };
}
