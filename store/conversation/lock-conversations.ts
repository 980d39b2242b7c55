import type { DatabaseTransaction } from '../database.js';

/** Locks in the order of row ids, which prevents deadlocks. */
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
