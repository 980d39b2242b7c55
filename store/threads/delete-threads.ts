import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { selectExecutionIds } from '../execution/select-execution-ids.js';

interface DeletedThreads {
  workflowIds: string[];
  threads: number;
  turns: number;
  messages: number;
  executions: number;
}

export async function listThreadWorkflowIds(db: Database, workflowId: string): Promise<string[]> {
  return [...new Set((await findRows(db, workflowId)).map((row) => row.workflow_id))];
}

/** Includes closed threads and all levels below. Idempotent. */
export async function deleteThreads(db: Database, workflowId: string): Promise<DeletedThreads> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockRows(trx, workflowId);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { workflowIds: [], threads: 0, turns: 0, messages: 0, executions: 0 };
    const inThreads = sql<boolean>`conversation_id in (${sql.join(ids)})`;
    const executions = await trx
      .deleteFrom('execution')
      .where(sql<boolean>`id = any(${selectExecutionIds(ids)})`)
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

/** Repeats, because threads may be added until all are locked. */
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
