import type { LookedUp, PassageSearch } from '../../../context/call/look-up.js';
import { buildQuery } from '../../../context/retrieval/build-query.js';
import { packPassages } from '../../../context/retrieval/pack-passages.js';
import { rankPassages } from '../../../context/retrieval/rank-passages.js';
import { passageOverhead, renderPassages } from '../../../context/retrieval/render-passages.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Database } from '../../../store/database.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { searchPassages } from '../../../store/passages/search-passages.js';

/** The thread to search, and the text to look for. */
export interface RetrieveInput extends PassageSearch {
  conversationId: number;
  speakers: readonly string[];
  /** Finds the meaning of a question; undefined: it cannot be known, and words alone find. */
  embed?: ((text: string) => Promise<QuestionEmbedding | undefined>) | undefined;
}

/** The passages that were found, in order of time, and their places as a manifest has them. */
export type Retrieved = NonNullable<LookedUp['passages']>;

/** Shorter ones, as "yes" or "why", ask for nothing that could be looked up. */
export const MIN_CHARACTERS = 5;

/** The passages of a thread that a question needs most, as many as there is room for; undefined: none. */
export async function retrievePassages(db: Database, input: RetrieveInput): Promise<Retrieved | undefined> {
  const { conversationId, after, before, also = [], text, tokens, speakers } = input;
  const end = Math.max(before, ...also.map((seq) => seq + 1));
  if (text.trim().length < MIN_CHARACTERS || tokens <= 0 || end - after <= 1) return undefined;
  const [lexemes, embedding] = await Promise.all([readLexemes(db, { text }), input.embed?.(text)]);
  const query = buildQuery({ lexemes, text, names: speakers, now: Date.now() });
  const { rows: all, facts } = await searchPassages(db, {
    conversationId,
    after,
    before: end,
    terms: query.terms,
    embedding,
  });
  const rows = all.filter(({ seq }) => seq < before || also.includes(seq));
  const chosen = packPassages({
    ranked: rankPassages({ query, rows, facts }),
    budgetTokens: tokens,
    overheadTokens: passageOverhead(countTextTokens, speakers),
  });
  if (chosen.length === 0) return undefined;
  const texts = await loadPassageTexts(db, { conversationId, passages: chosen });
  const found = texts.map(({ at, ...passage }) => ({ ...passage, atMs: at.getTime() }));
  const passages = texts.map(({ seq, start, end, characters }) =>
    start === 0 && end === characters ? seq : ([seq, start, end] as const),
  );
  return { text: renderPassages(found), passages, found };
}
