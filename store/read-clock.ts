import { sql } from 'kysely';
import type { Database } from './database.js';

/** Reads Postgres' time, from which workers' clocks may differ. */
export async function readClock(db: Database): Promise<Date> {
  const { now } = await db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')).executeTakeFirstOrThrow();
  return now;
}
