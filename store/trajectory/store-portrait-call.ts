import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Database } from '../database.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

/** A call for descriptions, what came of it and what it cost. */
export interface PortraitCall {
  conversationId: number;
  /** The turn that it was made after. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  model: string;
  usage: AttemptUsage;
}

/**
 * Keeps what a call cost; returns its ordinal, or undefined for a conversation that is gone. It was paid for: it touches
 * no table of trajectories, which may refuse, and waits for its locks.
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
