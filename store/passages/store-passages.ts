import { sql, type RawBuilder } from 'kysely';
import { cutPassages } from '../../context/retrieval/cut-passages.js';
import { splitUnspaced } from '../../context/retrieval/unspaced-terms.js';
import { wellFormed } from '../../context/text/well-formed.js';
import type { Database } from '../database.js';
import { encodeCut } from './cut-bytes.js';
import { PASSAGES_A_ROW } from './term-bytes.js';

export const DEFAULT_LANGUAGE = 'english';

interface IndexedMessage {
  position: number;
  role: 'user' | 'assistant';
  text: string;
}

interface StorePassagesInput {
  conversationId: number;
  messages: readonly IndexedMessage[];
  countTokens: (text: string) => number;
  language?: string;
  where?: RawBuilder<unknown>;
}

export async function storePassages(db: Database, input: StorePassagesInput): Promise<void> {
  await insertPassages(input)?.execute(db);
}

export function insertPassages(input: StorePassagesInput): RawBuilder<unknown> | undefined {
  const pieces = toPieces(input);
  if (pieces.length === 0) return undefined;
  const column = <Key extends keyof Piece>(key: Key): Piece[Key][] => pieces.map((piece) => piece[key]);
  const { conversationId: id, language = DEFAULT_LANGUAGE, where = sql`` } = input;
  return sql`
    with piece as materialized (
      select * from unnest(${column('line')}::integer[], ${column('position')}::integer[],
        ${column('role')}::text[], ${column('part')}::smallint[], ${column('place')}::integer[],
        ${column('cut')}::bytea[], ${column('spaced')}::text[], ${column('terms')}::text[]
      ) as piece (line, position, role, part, place, cut, spaced, terms)
    ), word as materialized (
      select line, lexeme collate "C" as lexeme, least(coalesce(cardinality(positions), 1), 3) << (2 * place) as counts
      from piece, unnest(to_tsvector(${language}::text::regconfig, spaced))
      union all
      select line, unspaced, 1 << (2 * place)
      from piece, unnest(string_to_array(terms, ' ')) as unspaced
      where terms <> ''
    ), hashed as (
      select lexeme, substring(sha256(convert_to(${id}::text || ' ' || lexeme, 'UTF8')), 1, 3) as term
      from word group by lexeme
    ), term as (
      select line, term, bit_or(counts) as counts from word join hashed using (lexeme) group by line, term
    ), packed as (
      select line, string_agg(term || set_byte('\\x00'::bytea, 0, counts), ''::bytea order by term) as terms
      from term group by line
    )
    insert into passage (conversation_id, position, role, part, cuts, terms)
    select ${id}::bigint, piece.position, piece.role, piece.part,
      string_agg(piece.cut, ''::bytea order by piece.place), coalesce(packed.terms, ''::bytea)
    from piece left join packed using (line) ${where}
    group by piece.line, piece.position, piece.role, piece.part, packed.terms`;
}

interface Piece {
  line: number;
  position: number;
  role: string;
  part: number;
  place: number;
  cut: Buffer;
  spaced: string;
  terms: string;
}

function toPieces({ messages, countTokens }: StorePassagesInput): Piece[] {
  const overhead = countTokens('');
  let line = 0;
  return messages.flatMap(({ position, role, text }) => {
    if (text.trim() === '') return [];
    return cutPassages(text).map(({ start, end }, ordinal) => {
      const place = ordinal % PASSAGES_A_ROW;
      if (place === 0) line += 1;
      const passage = wellFormed(text.slice(start, end));
      const { terms, spaced } = splitUnspaced(passage);
      return {
        line,
        position,
        role,
        place,
        part: Math.floor(ordinal / PASSAGES_A_ROW),
        cut: encodeCut({ start, end, tokens: countTokens(passage) - overhead }),
        spaced,
        terms: terms.join(' '),
      };
    });
  });
}
