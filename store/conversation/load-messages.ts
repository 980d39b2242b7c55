import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A message of a thread, as people read it. */
export interface MessageOfThread {
  seq: number;
  role: 'user' | 'assistant';
  /** The speaker's, of imported chats. */
  name: string | null;
  at: Date;
  /** Its beginning, where it has more characters than were asked for. */
  text: string;
  isCut: boolean;
  /** Of the whole message. */
  characters: number;
}

/** Messages of a thread from one place to another, both included, oldest first; of each at most so many characters. */
export async function loadMessages(
  db: Database,
  {
    conversationId,
    first,
    last,
    characters,
  }: { conversationId: number; first: number; last: number; characters: number },
): Promise<MessageOfThread[]> {
  const rows = await db
    .selectFrom('thread_message')
    .select(['seq', 'role', 'name', 'created_at as at'])
    .select([
      sql<string>`left(content, ${characters})`.as('text'),
      sql<number>`length(content)`.as('characters'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0, isCut: row.characters > characters }));
}
