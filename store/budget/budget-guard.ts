import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';

/** The longest wait for the lock of a budget's row. */
const LOCK_WAIT_MS = 2_000;

/** Called with the reason when a statement on a budget failed and the work went on without it. */
export type OnBudgetFailure = (error: unknown) => void;

/**
 * Runs statements on a budget inside a transaction that must succeed even when they fail. If they fail, only
 * they are undone, and `onFailure` gets the error. Only a lost connection still throws.
 */
export async function guardBudget(
  trx: DatabaseTransaction,
  input: { work: () => Promise<unknown>; onFailure: OnBudgetFailure | undefined },
): Promise<void> {
  // Two statements in one round trip.
  await sql`savepoint budget; set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
  try {
    await input.work();
    await sql`release savepoint budget; set local lock_timeout to default`.execute(trx);
  } catch (error) {
    // This also restores the lock timeout.
    await sql`rollback to savepoint budget`.execute(trx);
    input.onFailure?.(error);
  }
}

/** Limits all further lock waits of a transaction to the wait for a budget. */
export async function boundLockWaits(trx: DatabaseTransaction): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
}

/** The same limit as a column, for a statement that is sent anyway. It holds from the next statement on. */
export const boundedLockWaits = sql<string>`set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
/** A column that removes the limit of `boundedLockWaits` again. */
export const endlessLockWaits = sql<string>`set_config('lock_timeout', '0', true)`;
