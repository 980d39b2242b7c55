import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A message of a thread, with its counts. */
export interface WindowMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** Of a long one that is not the turn's own only the beginning. */
  content: string;
  /** Of the whole text. */
  characters: number;
  /** Whether a long one's passages can be searched; of others it is not asked. */
  isIndexed: boolean;
  tokens: number;
  /** Tokens of the thread up to and with it. */
  runningTokens: number;
}

/** More of a long text than its placeholder shows: cutting it between two halves of a character is the placeholder's. */
const BEGINNING_CHARACTERS = 400;

/**
 * The turn's own message and the newest before it, after a place, newest first, at most `limit` of those. Of texts
 * over `messageCharacters` from before the turn only the beginning is read.
 */
export async function loadWindow(
  db: Database,
  input: { conversationId: number; after: number; current: number; limit: number; messageCharacters: number },
): Promise<WindowMessage[]> {
  const { conversationId, after, current, limit, messageCharacters } = input;
  const { rows } = await sql<WindowMessage>`
    select seq, role, token_count as tokens, running_tokens as "runningTokens", characters,
      case when is_long then left(content, ${BEGINNING_CHARACTERS}) else content end as content,
      is_long and exists (
        select from passage
        where passage.conversation_id = newest.conversation_id and passage.position = newest.position
          and passage.role = newest.role
      ) as "isIndexed"
    from (
      select *, char_length(content) as characters,
        seq < ${current} and char_length(content) > ${messageCharacters} as is_long
      from thread_message
      where conversation_id = ${conversationId} and seq > ${after} and seq <= ${current}
      order by seq desc
      limit ${limit + 1}
    ) newest
    order by seq desc`.execute(db);
  return rows;
}

/** Messages of a thread from one place to another, both included, oldest first. */
export async function loadThread(
  db: Database,
  range: {
    conversationId: number;
    first: number;
    last: number;
    /** Places whose texts are not needed. */ without?: readonly number[];
  },
): Promise<{ seq: number; role: 'user' | 'assistant'; content: string; tokens: number }[]> {
  const rows = await db
    .selectFrom('thread_message')
    .select(['seq', 'role', 'token_count as tokens'])
    .select(
      sql<string>`case when seq = any(${[...(range.without ?? [])]}::integer[]) then '' else content end`.as(
        'content',
      ),
    )
    .where('conversation_id', '=', range.conversationId)
    .where('seq', '>=', range.first)
    .where('seq', '<=', range.last)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }));
}

/** A thread's running token count at a place; 0 before its first message. */
export async function readRunningTokens(db: Database, conversationId: number, seq: number): Promise<number> {
  if (seq === 0) return 0;
  const row = await db
    .selectFrom('conversation_message')
    .select('running_tokens')
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.running_tokens ?? 0;
}
