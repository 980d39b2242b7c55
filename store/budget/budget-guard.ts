import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';

const LOCK_WAIT_MS = 2_000;

export type OnBudgetFailure = (error: unknown) => void;

/** If the work fails, undoes only the work's own statements. Throws if the connection is lost. */
export async function guardBudget(
  trx: DatabaseTransaction,
  input: { work: () => Promise<unknown>; onFailure: OnBudgetFailure | undefined },
): Promise<void> {
  await sql`savepoint budget; set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
  try {
    await input.work();
    await sql`release savepoint budget; set local lock_timeout to default`.execute(trx);
  } catch (error) {
    await sql`rollback to savepoint budget`.execute(trx);
    input.onFailure?.(error);
  }
}

export async function boundLockWaits(trx: DatabaseTransaction): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
}

export const boundedLockWaits = sql<string>`set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
export const endlessLockWaits = sql<string>`set_config('lock_timeout', '0', true)`;
