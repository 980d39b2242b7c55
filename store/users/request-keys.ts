import { sql } from 'kysely';
import type { Database } from '../database.js';

/** Keys older than this may be reused for another request. */
const KEPT_DAYS = 30;

interface RequestKey {
  user: string;
  key: string;
  hash: string;
}

/** Claims a user's idempotency key and returns the hash of the request that claimed it first: the given one when the key is new. */
export async function claimRequestKey(db: Database, { user, key, hash }: RequestKey): Promise<string> {
  const { request_hash: first } = await db
    .insertInto('request_key')
    .values({ user_id: user, key, request_hash: hash })
    // An update that changes nothing returns the row, also when another request inserts it at the same moment.
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'key']).doUpdateSet({ key: (eb) => eb.ref('excluded.key') }),
    )
    .returning('request_hash')
    .executeTakeFirstOrThrow();
  return first;
}

/** Deletes keys older than 30 days and returns their number. */
export async function sweepRequestKeys(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('request_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
