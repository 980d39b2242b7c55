import { sql } from 'kysely';
import type { Database } from '../database.js';

/**
 * Deletes texts that a client stored and no turn claimed within a day, because the client's message never
 * arrived. Returns how many it deleted.
 */
export async function sweepStoredTexts(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stored_text')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
