import { sql } from 'kysely';
import type { Database } from '../database.js';

export async function sweepStoredTexts(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stored_text')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
