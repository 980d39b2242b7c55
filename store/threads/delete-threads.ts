import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { removeGiven } from '../retention/remove-expired.js';
import { selectExecutionIds } from '../execution/select-execution-ids.js';

interface DeletedThreads {
  workflowIds: string[];
  threads: number;
  turns: number;
  messages: number;
  executions: number;
}

export async function hasForks(db: Database, workflowId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation fork join conversation source on source.id = fork.forked_from
    where source.workflow_id = ${workflowId} limit 1`.execute(db);
  return rows.length > 0;
}

export async function listThreadWorkflowIds(db: Database, workflowId: string): Promise<string[]> {
  return [...new Set((await findRows(db, workflowId)).map((row) => row.workflow_id))];
}

/** Idempotent. Absent if a fork was stored meanwhile: then nothing is deleted. */
export async function deleteThreads(db: Database, workflowId: string): Promise<DeletedThreads | undefined> {
  return db.transaction().execute(async (trx) => {
    const rows = await lockRows(trx, workflowId);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { workflowIds: [], threads: 0, turns: 0, messages: 0, executions: 0 };
    // The locks keep out further forks.
    if (await hasForks(trx, workflowId)) return undefined;
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
    const [{ user_id: user, channel } = { user_id: '', channel: '' }] = rows;
    await removeGiven(trx, sql`user_id = ${user} and channel = ${channel}`);
    return {
      workflowIds,
      threads: workflowIds.length,
      turns: Number(turns.numDeletedRows),
      messages: Number(messages.numDeletedRows),
      executions: Number(executions.numDeletedRows),
    };
  });
}

/** Repeats if a thread was added meanwhile. */
async function lockRows(trx: DatabaseTransaction, workflowId: string) {
  for (;;) {
    const rows = await findRows(trx, workflowId);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    await lockConversations(trx, ids);
    if ((await findRows(trx, workflowId)).length === rows.length) return rows;
  }
}

interface DeletedRow {
  id: number;
  workflow_id: string;
  user_id: string;
  channel: string;
}

async function findRows(db: Database, workflowId: string): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    with recursive hanging as (
      select id, workflow_id, user_id, channel from conversation where workflow_id = ${workflowId}
      union
      select below.id, below.workflow_id, below.user_id, below.channel from hanging join conversation below on below.parent_id = hanging.id
    )
    select * from hanging order by id`.execute(db);
  return rows;
}
