import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';

const LOCK_WAIT_MS = 500;

/** Fails quickly if the tables are locked, because nothing may wait for the trajectory tables. */
export async function withinLockWait<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
    return work(trx);
  });
}
