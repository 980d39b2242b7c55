import { sql } from 'kysely';
import type { DatabaseTransaction } from '../database.js';

/** A budget that is locked away is waited for this long. */
const LOCK_WAIT_MS = 2_000;

/** Told why a budget could not be kept; what needed it has gone on without. */
export type OnBudgetFailure = (error: unknown) => void;

/**
 * Runs statements on a budget in a transaction that must succeed whatever becomes of them: what fails is undone
 * alone and told to `onFailure`. Only a lost connection still throws.
 */
export async function guardBudget(
  trx: DatabaseTransaction,
  input: { work: () => Promise<unknown>; onFailure: OnBudgetFailure | undefined },
): Promise<void> {
  // Two statements, one round trip.
  await sql`savepoint budget; set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
  try {
    await input.work();
    await sql`release savepoint budget; set local lock_timeout to default`.execute(trx);
  } catch (error) {
    // Takes the lock timeout back too.
    await sql`rollback to savepoint budget`.execute(trx);
    input.onFailure?.(error);
  }
}

/** Lets the rest of a transaction wait for no lock longer than a budget is waited for. */
export async function boundLockWaits(trx: DatabaseTransaction): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx);
}

/** The same as a column of a statement that is made anyway: holds from the next statement on. */
export const boundedLockWaits = sql<string>`set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
/** Ends `boundedLockWaits` with the statement that selects it. */
export const endlessLockWaits = sql<string>`set_config('lock_timeout', '0', true)`;
