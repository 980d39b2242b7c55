import { seenMessages } from '../branches/seen-messages.js';
import { isBrokenOff } from '../is-broken-off.js';
import type { Database } from '../database.js';
import { decodeCuts } from './cut-bytes.js';
import { PASSAGES_A_ROW } from './term-bytes.js';
import { sql } from 'kysely';
import type { QuoteRow } from './load-quotes.js';

export interface PassageExcerpt {
  seq: number;
  ordinal: number;
  role: 'user' | 'assistant';
  name: string | null;
  session: number;
  at: Date;
  text: string;
  start: number;
  end: number;
  characters: number;
  isBrokenOff: boolean;
}

export async function loadPassageTexts(
  db: Database,
  input: {
    conversationId: number;
    branch?: number | undefined;
    passages: readonly { seq: number; ordinal: number }[];
  },
): Promise<PassageExcerpt[]> {
  const { conversationId, branch, passages } = input;
  if (passages.length === 0) return [];
  const { rows } = await sql<TextRow>`
    select message.seq, message.role, message.name, message.session, message.created_at as at, message.content,
      ${isBrokenOff('message')} as "isPartial",
      (select json_agg(json_build_object('part', part, 'cuts', encode(cuts, 'hex'))) from passage
        where passage.conversation_id = message.conversation_id and passage.position = message.position
          and passage.role = message.role
          and passage.part = any(${[...new Set(passages.map(({ ordinal }) => toPart(ordinal)))]}::smallint[])
      ) as parts
    from ${seenMessages(
      { conversationId, branch },
      { where: sql`seq = any(${[...new Set(passages.map(({ seq }) => seq))]}::integer[])` },
    )} message`.execute(db);
  const messages = new Map(rows.map((row) => [row.seq, row]));
  return passages.flatMap(({ seq, ordinal }) => {
    const message = messages.get(seq);
    const stored = message?.parts?.find(({ part }) => part === toPart(ordinal));
    const cut = stored && decodeCuts(Buffer.from(stored.cuts, 'hex'))[ordinal % PASSAGES_A_ROW];
    if (!message || !cut) return [];
    const { role, name, session, at, content } = message;
    const { start, end } = cut;
    const characters = content.length;
    const text = content.slice(start, end);
    const isBrokenOff = message.isPartial && end === characters;
    const place = { seq, ordinal, role, name, session: session ?? 0, at };
    return [{ ...place, text, start, end, characters, isBrokenOff }];
  });
}

interface TextRow extends QuoteRow {
  parts: { part: number; cuts: string }[] | null;
}

function toPart(ordinal: number): number {
  return Math.floor(ordinal / PASSAGES_A_ROW);
}
