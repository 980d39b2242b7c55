import { sql } from 'kysely';
import type { Database } from '../database.js';

const KEPT_DAYS = 30;

interface RequestKey {
  user: string;
  key: string;
  hash: string;
}

/** Returns the hash and time of the first request with this key. */
export async function claimRequestKey(
  db: Database,
  { user, key, hash }: RequestKey,
): Promise<{ hash: string; createdAt: Date; isNew: boolean }> {
  return (
    db
      .insertInto('request_key')
      .values({ user_id: user, key, request_hash: hash })
      // A no-op update, because it returns the row of a parallel request.
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'key']).doUpdateSet({ key: (eb) => eb.ref('excluded.key') }),
      )
      // In Postgres, `xmax` is 0 for a row that was just inserted.
      .returning(['request_hash as hash', 'created_at as createdAt', sql<boolean>`xmax = 0`.as('isNew')])
      .executeTakeFirstOrThrow()
  );
}

/** Idempotent. Keeps a key that another request claimed. */
export async function releaseRequestKey(db: Database, { user, key, hash }: RequestKey): Promise<void> {
  await db
    .deleteFrom('request_key')
    .where('user_id', '=', user)
    .where('key', '=', key)
    .where('request_hash', '=', hash)
    .execute();
}

export async function sweepRequestKeys(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('request_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
