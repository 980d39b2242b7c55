import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';

/** Tables of trajectories that are locked away are waited for this long. */
const LOCK_WAIT_MS = 500;

/** Works in a transaction that rather fails than waits for a lock: nothing else may hang on these tables. */
export async function withinLockWait<Result>(
  db: Database,
  work: (trx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
    return work(trx);
  });
}
