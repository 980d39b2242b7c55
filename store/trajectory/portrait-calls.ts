import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Database } from '../database.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

/** A model call for descriptions. */
interface PortraitCall {
  conversationId: number;
  ordinal: number;
}

/**
 * Stores a call that is about to be made and returns its ordinal, so that it is counted whatever becomes of the worker.
 * Calls that an earlier worker was making when it stopped are lost. Undefined: the conversation was deleted. It touches
 * no table of trajectories, since those may be locked.
 */
export async function beginPortraitCall(
  db: Database,
  call: { conversationId: number; position: number; model: string },
): Promise<number | undefined> {
  const { conversationId, position, model } = call;
  return db.transaction().execute(async (trx) => {
    const conversation = await trx
      .selectFrom('conversation')
      .select('id')
      .where('id', '=', conversationId)
      .forUpdate()
      .executeTakeFirst();
    if (conversation === undefined) return undefined;
    await trx
      .updateTable('portrait')
      .set({ status: 'lost', reason: 'The worker stopped before the answer was stored' })
      .where('conversation_id', '=', conversationId)
      .where('status', '=', 'running')
      .execute();
    const row = await trx
      .insertInto('portrait')
      .values({
        conversation_id: conversationId,
        ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from portrait
          where conversation_id = ${conversationId})`,
        position,
        status: 'running',
        model,
      })
      .returning('ordinal')
      .executeTakeFirstOrThrow();
    return row.ordinal;
  });
}

/**
 * Stores the outcome of a call and its cost. Because it was paid for, this must not fail: it touches no table of
 * trajectories. One that counts as lost has its outcome after all, as when its worker was only slow.
 */
export async function endPortraitCall(
  db: Database,
  {
    conversationId,
    ordinal,
    status,
    ...end
  }: PortraitCall & {
    status: Exclude<PortraitStatus, 'running' | 'lost'>;
    reason: string | null;
    model: string;
    usage: AttemptUsage;
  },
): Promise<void> {
  await db
    .updateTable('portrait')
    .set({ status, ...attemptColumns(end) })
    .where('conversation_id', '=', conversationId)
    .where('ordinal', '=', ordinal)
    .execute();
}
