import { sql } from 'kysely';
import type { Database } from './database.js';

/** A message of a thread, with its counts. */
export interface ThreadRow {
  seq: number;
  role: 'user' | 'assistant';
  /** Null: outside the token limit, so not read. */
  content: string | null;
  tokens: number;
  /** Tokens of the thread up to and with it. */
  runningTokens: number;
}

/**
 * The turn's own message and the newest before it, after the last clear, newest first, at most `limit` of
 * those. Texts of earlier messages are read only within the token limit.
 */
export async function loadWindow(
  db: Database,
  input: { conversationId: number; after: number; current: number; limit: number; tokens: number },
): Promise<ThreadRow[]> {
  const { conversationId, after, current, limit, tokens } = input;
  const { rows } = await sql<ThreadRow>`
    select seq, role, token_count as tokens, running_tokens as "runningTokens",
      case when seq = ${current} or newest.before - running_tokens + token_count <= ${tokens}
        then content end as content
    from thread_message, lateral (
      select own.running_tokens - own.token_count as before
      from conversation_message own
      where own.conversation_id = ${conversationId} and own.seq = ${current}
    ) newest
    where conversation_id = ${conversationId} and seq > ${after} and seq <= ${current}
    order by seq desc
    limit ${limit + 1}`.execute(db);
  return rows;
}

/** Messages of a thread from one place to another, both included, oldest first. */
export async function loadThread(
  db: Database,
  range: { conversationId: number; first: number; last: number },
): Promise<{ seq: number; role: 'user' | 'assistant'; content: string; tokens: number }[]> {
  const rows = await db
    .selectFrom('thread_message')
    .select(['seq', 'role', 'content', 'token_count as tokens'])
    .where('conversation_id', '=', range.conversationId)
    .where('seq', '>=', range.first)
    .where('seq', '<=', range.last)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0 }));
}

/** A thread's running token count at a place; 0 before its first message. */
export async function runningTokensAt(db: Database, conversationId: number, seq: number): Promise<number> {
  if (seq === 0) return 0;
  const row = await db
    .selectFrom('conversation_message')
    .select('running_tokens')
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.running_tokens ?? 0;
}
