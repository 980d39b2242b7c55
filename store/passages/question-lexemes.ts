import { sql } from 'kysely';
import { cjkBigrams } from '../../context/retrieval/cjk-bigrams.js';
import { wellFormed } from '../../context/well-formed.js';
import type { Database } from '../database.js';
import { DEFAULT_LANGUAGE } from './store-passages.js';

/** Of a longer text its beginning asks; far below what Postgres refuses. */
const MAX_CHARACTERS = 20_000;

/** The lexemes of a question as the index has them, in the order in which they stand in it, each once. */
export async function readLexemes(
  db: Database,
  { text, language = DEFAULT_LANGUAGE }: { text: string; language?: string },
): Promise<string[]> {
  const asked = wellFormed(text.slice(0, MAX_CHARACTERS));
  const { rows } = await sql<{ lexeme: string }>`
    select lexeme from unnest(to_tsvector(${language}::text::regconfig, ${asked}))
    order by positions[1], lexeme`.execute(db);
  return [...new Set([...rows.map(({ lexeme }) => lexeme), ...cjkBigrams(asked)])];
}
