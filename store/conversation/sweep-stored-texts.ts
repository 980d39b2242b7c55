import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Deletes texts unclaimed for a day: their client's message never arrived. Returns the count. */
export async function sweepStoredTexts(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stored_text')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
