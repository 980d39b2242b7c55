import { sql } from 'kysely';
import type { SentPassages } from '../../context/sent/passages.js';
import type { QuotedPassage } from '../../context/retrieval/render-passages.js';
import { seenMessages } from '../branches/seen-messages.js';
import { isBrokenOff } from '../is-broken-off.js';
import type { Database } from '../database.js';

export async function loadQuotes(
  db: Database,
  {
    conversationId,
    branch,
    passages,
  }: { conversationId: number; branch?: number | undefined; passages: SentPassages['passages'] },
): Promise<QuotedPassage[]> {
  const places = passages.map((passage) =>
    typeof passage === 'number' ? { seq: passage } : { seq: passage[0], start: passage[1], end: passage[2] },
  );
  const { rows } = await sql<QuoteRow>`
    select seq, role, name, session, created_at as at, content, ${isBrokenOff('message')} as "isPartial"
    from ${seenMessages(
      { conversationId, branch },
      { where: sql`seq = any(${[...new Set(places.map(({ seq }) => seq))]}::integer[])` },
    )} message`.execute(db);
  const messages = new Map(rows.map((row) => [row.seq, row]));
  return places.map(({ seq, start = 0, end }) => {
    const message = messages.get(seq);
    if (!message) throw new Error(`Message ${seq} of the thread does not exist`);
    const { role, name, session, at, content } = message;
    const text = content.slice(start, end);
    const isBrokenOff = message.isPartial && (end === undefined || end === content.length);
    return { seq, ordinal: 0, role, name, session: session ?? 0, atMs: at.getTime(), text, isBrokenOff };
  });
}

export interface QuoteRow {
  seq: number;
  role: 'user' | 'assistant';
  name: string | null;
  session: number | null;
  at: Date;
  content: string;
  isPartial: boolean;
}
