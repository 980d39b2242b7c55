import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Keys older than this may be reused for another request. */
const KEPT_DAYS = 30;

interface RequestKey {
  user: string;
  key: string;
  hash: string;
}

/** Claims a user's idempotency key. Returns the hash of the request that claimed the key first, and whether that is this claim. */
export async function claimRequestKey(
  db: Database,
  { user, key, hash }: RequestKey,
): Promise<{ hash: string; isNew: boolean }> {
  return (
    db
      .insertInto('request_key')
      .values({ user_id: user, key, request_hash: hash })
      // An update that changes nothing returns the row, also when another request inserts it at the same moment.
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'key']).doUpdateSet({ key: (eb) => eb.ref('excluded.key') }),
      )
      // Only a row that was updated has been locked.
      .returning(['request_hash as hash', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  );
}

/** Frees a user's idempotency key that the request with this hash claimed. Idempotent. */
export async function releaseRequestKey(db: Database, { user, key, hash }: RequestKey): Promise<void> {
  await db
    .deleteFrom('request_key')
    .where('user_id', '=', user)
    .where('key', '=', key)
    .where('request_hash', '=', hash)
    .execute();
}

/** Deletes keys older than 30 days and returns their number. */
export async function sweepRequestKeys(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('request_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
