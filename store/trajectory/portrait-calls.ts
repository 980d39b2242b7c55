import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../attempt-columns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { StoredAttempt } from '../summaries/adopt-summary.js';
import type { PortraitStatus } from '../tables/trajectory.table.js';

export type PortraitSession = { conversationId: number } | { executionId: number };

export function portraitSession(session: PortraitSession): string {
  return 'executionId' in session ? `e${session.executionId}` : `c${session.conversationId}`;
}

/**
 * Stored before the request, so that the call counts even after a crash. Does not touch the trajectory
 * tables, which may be locked.
 */
export async function beginPortraitCall(
  db: Database,
  { session, position, model }: { session: PortraitSession; position: number; model: string },
): Promise<StoredAttempt | undefined> {
  const key = portraitSession(session);
  return db.transaction().execute(async (trx) => {
    if (!(await lockSession(trx, session))) return undefined;
    await trx
      .updateTable('portrait')
      .set({ status: 'lost', reason: 'The worker stopped before the answer was stored' })
      .where('session', '=', key)
      .where('status', '=', 'running')
      .execute();
    return trx
      .insertInto('portrait')
      .values({
        conversation_id: 'executionId' in session ? null : session.conversationId,
        execution_id: 'executionId' in session ? session.executionId : null,
        ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from portrait where session = ${key})`,
        position,
        status: 'running',
        model,
      })
      .returning((eb) => [
        'ordinal',
        eb
          .selectFrom('execution')
          .select('workflow_id')
          .where((execution) =>
            'executionId' in session
              ? execution('id', '=', session.executionId)
              : execution.and({ conversation_id: session.conversationId, position }),
          )
          .orderBy('id', 'desc')
          .limit(1)
          .as('executionId'),
      ])
      .executeTakeFirstOrThrow();
  });
}

async function lockSession(trx: DatabaseTransaction, session: PortraitSession): Promise<boolean> {
  const row = await (
    'executionId' in session
      ? trx.selectFrom('execution').select('id').where('id', '=', session.executionId).forNoKeyUpdate()
      : trx.selectFrom('conversation').select('id').where('id', '=', session.conversationId).forUpdate()
  ).executeTakeFirst();
  return row !== undefined;
}

/** Must not fail, because the call is already paid for. */
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
