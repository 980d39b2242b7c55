import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';

/** The threads that were deleted, and how many rows they had. */
interface DeletedThreads {
  /** Workflow IDs of the threads. */
  workflowIds: string[];
  threads: number;
  turns: number;
  messages: number;
  executions: number;
}

/** Lists the Workflow IDs of a sub-thread, if it has a row, and of all threads below it, at any level. */
export async function listThreadWorkflowIds(db: Database, workflowId: string): Promise<string[]> {
  return [...new Set((await findRows(db, workflowId)).map((row) => row.workflow_id))];
}

/**
 * Deletes the rows of a sub-thread and of all threads below it, at any level and closed ones included, all or
 * nothing. Deleting again deletes nothing.
 */
export async function deleteThreads(db: Database, workflowId: string): Promise<DeletedThreads> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockRows(trx, workflowId);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { workflowIds: [], threads: 0, turns: 0, messages: 0, executions: 0 };
    const inThreads = sql<boolean>`conversation_id in (${sql.join(ids)})`;
    const executions = await trx
      .deleteFrom('execution')
      .where((eb) =>
        eb.or([
          eb('conversation_id', 'in', ids),
          eb(
            'root_id',
            'in',
            eb.selectFrom('execution as root').select('root.id').where('root.conversation_id', 'in', ids),
          ),
        ]),
      )
      .executeTakeFirst();
    const messages = await trx.deleteFrom('conversation_message').where(inThreads).executeTakeFirst();
    const turns = await trx.deleteFrom('turn').where(inThreads).executeTakeFirst();
    const workflowIds = [...new Set(rows.map((row) => row.workflow_id))];
    await trx.deleteFrom('stored_text').where('workflow_id', 'in', workflowIds).execute();
    await trx.deleteFrom('conversation').where('id', 'in', ids).execute();
    return {
      workflowIds,
      threads: workflowIds.length,
      turns: Number(turns.numDeletedRows),
      messages: Number(messages.numDeletedRows),
      executions: Number(executions.numDeletedRows),
    };
  });
}

/**
 * Locks the threads, and looks again until no new one is found: until all are locked, somebody may still hang a
 * new thread on one of them.
 */
async function lockRows(trx: DatabaseTransaction, workflowId: string) {
  for (;;) {
    const rows = await findRows(trx, workflowId);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    await lockConversations(trx, ids);
    if ((await findRows(trx, workflowId)).length === rows.length) return rows;
  }
}

async function findRows(db: Database, workflowId: string): Promise<{ id: number; workflow_id: string }[]> {
  const { rows } = await sql<{ id: number; workflow_id: string }>`
    with recursive hanging as (
      select id, workflow_id from conversation where workflow_id = ${workflowId} and thread_id is not null
      union
      select below.id, below.workflow_id from hanging join conversation below on below.parent_id = hanging.id
    )
    select id, workflow_id from hanging order by id`.execute(db);
  return rows;
}
