import { sql } from 'kysely';
import type { Database } from '../database.js';
import { shownContent } from './omit-messages.js';

/** A message of a thread, for display. */
export interface MessageOfThread {
  seq: number;
  role: 'user' | 'assistant';
  /** The speaker's name, in an imported chat. */
  name: string | null;
  at: Date;
  /** The text, or its beginning where the text has more characters than were asked for. */
  text: string;
  isCut: boolean;
  /** Characters of the whole message. */
  characters: number;
}

/**
 * Loads the messages of a thread between two places, both included, oldest first, each cut to the given number
 * of characters.
 */
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
      sql<string>`left(${shownContent}, ${characters})`.as('text'),
      sql<number>`length(content)`.as('characters'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq ?? 0, isCut: row.characters > characters }));
}
