import { sql } from 'kysely';
import { splitUnspaced } from '../../context/retrieval/unspaced-terms.js';
import { wellFormed } from '../../context/text/well-formed.js';
import type { Database } from '../database.js';
import { DEFAULT_LANGUAGE } from './store-passages.js';

const MAX_CHARACTERS = 20_000;

export async function readLexemes(
  db: Database,
  { text, language = DEFAULT_LANGUAGE }: { text: string; language?: string },
): Promise<string[]> {
  const { terms, spaced } = splitUnspaced(wellFormed(text.slice(0, MAX_CHARACTERS)));
  const { rows } = await sql<{ lexeme: string }>`
    select lexeme from unnest(to_tsvector(${language}::text::regconfig, ${spaced}))
    order by positions[1], lexeme`.execute(db);
  return [...new Set([...rows.map(({ lexeme }) => lexeme), ...terms])];
}
