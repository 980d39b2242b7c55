import type { DatabaseTransaction } from '../database.js';

/** Locks in row id order, so that two callers never deadlock. Returns how many of the rows exist. */
export async function lockConversations(trx: DatabaseTransaction, ids: readonly number[]): Promise<number> {
  const locked = await trx
    .selectFrom('conversation')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return locked.length;
}
