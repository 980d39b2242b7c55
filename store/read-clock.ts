import { sql } from 'kysely';
import type { Database } from './database.js';

/** Workers' clocks may differ from Postgres' time. */
export async function readClock(db: Database): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  return now;
}
