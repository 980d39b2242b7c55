import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Database } from '../database.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

/** A model call for descriptions, with its outcome and its cost. */
export interface PortraitCall {
  conversationId: number;
  /** The turn after which it was made. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  model: string;
  usage: AttemptUsage;
}

/**
 * Stores the cost of a call and returns its ordinal. Undefined: the conversation was deleted. Because the call
 * was paid for, this must not fail: it touches no table of trajectories, since those may be locked, and it waits
 * for the locks it needs.
 */
export async function storePortraitCall(
  db: Database,
  { conversationId, position, status, ...call }: PortraitCall,
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    const conversation = await trx
      .selectFrom('conversation')
      .select('id')
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirst();
    if (conversation === undefined) return undefined;
    const row = await trx
      .insertInto('portrait')
      .values({
        conversation_id: conversationId,
        ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from portrait
          where conversation_id = ${conversationId})`,
        position,
        status,
        ...attemptColumns(call),
      })
      .returning('ordinal')
      .executeTakeFirstOrThrow();
    return row.ordinal;
  });
}
