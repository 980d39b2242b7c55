import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

/** Row id of the conversation, or of the execution outside conversations, whose things are described. */
export type PortraitSession = { conversationId: number } | { executionId: number };

/** The key under which the calls of a session are stored. */
export function portraitSession(session: PortraitSession): string {
  return 'executionId' in session ? `e${session.executionId}` : `c${session.conversationId}`;
}

/**
 * Stores a call that is about to be made and returns its ordinal, so that it is counted whatever becomes of the worker.
 * Calls that an earlier worker was making when it stopped are lost. Undefined: what they are about was deleted. It
 * touches no table of trajectories, since those may be locked.
 */
export async function beginPortraitCall(
  db: Database,
  { session, position, model }: { session: PortraitSession; position: number; model: string },
): Promise<number | undefined> {
  const key = portraitSession(session);
  return db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, session))) return undefined;
    await trx
      .updateTable('portrait')
      .set({ status: 'lost', reason: 'The worker stopped before the answer was stored' })
      .where('session', '=', key)
      .where('status', '=', 'running')
      .execute();
    const row = await trx
      .insertInto('portrait')
      .values({
        conversation_id: 'executionId' in session ? null : session.conversationId,
        execution_id: 'executionId' in session ? session.executionId : null,
        ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from portrait where session = ${key})`,
        position,
        status: 'running',
        model,
      })
      .returning('ordinal')
      .executeTakeFirstOrThrow();
    return row.ordinal;
  });
}

/** Whether the session is there; then nobody else begins a call for it before the transaction ends. */
async function lockSession(trx: DatabaseTransaction, session: PortraitSession): Promise<boolean> {
  const row = await (
    'executionId' in session
      ? trx.selectFrom('execution').select('id').where('id', '=', session.executionId).forNoKeyUpdate()
      : trx.selectFrom('conversation').select('id').where('id', '=', session.conversationId).forUpdate()
  ).executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores the outcome of a call and its cost. Because it was paid for, this must not fail: it touches no table of
 * trajectories. One that counts as lost has its outcome after all, as when its worker was only slow.
 */
export async function endPortraitCall(
  db: Database,
  {
    session,
    ordinal,
    status,
    ...end
  }: {
    session: PortraitSession;
    ordinal: number;
    status: Exclude<PortraitStatus, 'running' | 'lost'>;
    reason: string | null;
    model: string;
    usage: AttemptUsage;
  },
): Promise<void> {
  await db
    .updateTable('portrait')
    .set({ status, ...attemptColumns(end) })
    .where('session', '=', portraitSession(session))
    .where('ordinal', '=', ordinal)
    .execute();
}
