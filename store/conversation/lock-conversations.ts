import type { DatabaseTransaction } from '../database.js';

/**
 * Locks conversations and sub-threads by their row ids, in one order, so that two who lock the same ones never wait for
 * each other. Returns how many of them are there.
 */
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
