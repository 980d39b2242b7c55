import { sql, type RawBuilder } from 'kysely';
import { NO_COUNTS, type RetentionCounts } from '../../protocol/retention.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { ago, below } from './expired.js';

export interface RetentionRun {
  runId: string;
  taskQueue: string;
}

/**
 * Deletes a conversation and its tree atomically, unless it was used meanwhile. `removeFiles` runs before the
 * rows are gone: after a crash between, both are removed again. Returns whether it was deleted.
 */
export function removeConversation(
  db: Database,
  run: RetentionRun,
  { id, days, removeFiles }: { id: number; days: number; removeFiles: () => Promise<void> },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Accepting a turn takes the same lock first.
    const [owner] = await trx
      .selectFrom('conversation')
      .select(['user_id', 'channel'])
      .where('id', '=', id)
      .forUpdate()
      .execute();
    if (owner === undefined) return false;
    const { rows } = await sql<{ ids: number[] }>`
      select ids from ${below(sql`${id}::bigint`)} tree where touched_at < ${ago(days)} and not is_busy`.execute(
      trx,
    );
    const ids = rows[0]?.ids ?? [];
    if (ids.length === 0) return false;
    if ((await lockConversations(trx, ids)) !== ids.length) return false;
    const executions = await deleteExecutions(trx, ids);
    await trx.deleteFrom('conversation').where('id', 'in', ids).execute();
    await removeGiven(trx, sql`user_id = ${owner.user_id} and channel = ${owner.channel}`);
    await count(trx, run, { ...NO_COUNTS, conversations: ids.length, executions });
    await removeFiles();
    return true;
  });
}

export async function removeGivenToNone(db: Database, days: number): Promise<void> {
  await removeGiven(db, sql`created_at < ${ago(days)}`);
}

async function removeGiven(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  for (const table of ['given_item', 'given_metadata'])
    await sql`delete from ${sql.table(table)} given where ${condition} and not exists (
      select from conversation where conversation.user_id = given.user_id and conversation.channel = given.channel
    )`.execute(db);
}

/** Includes all executions below. Returns whether it existed. */
export function removeExecution(db: Database, run: RetentionRun, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('execution')
      .where((eb) => eb.or([eb('id', '=', id), eb('root_id', '=', id)]))
      .executeTakeFirst();
    await count(trx, run, { ...NO_COUNTS, executions: Number(numDeletedRows) });
    return numDeletedRows > 0n;
  });
}

export async function removeArtifacts(
  db: Database,
  run: RetentionRun,
  executions: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('artifact')
      .where('execution_id', 'in', executions)
      .executeTakeFirst();
    await count(trx, run, { ...NO_COUNTS, artifacts: Number(numDeletedRows) });
  });
}

/** Keeps answers that exist only in the trace, in their threads. */
export async function removeTraces(
  db: Database,
  run: RetentionRun,
  executions: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const those = sql`execution_id in (${sql.join([...executions])})`;
    await sql`update conversation_message message set content = thread.content, answer_step = null
      from thread_message thread
      where message.content is null and message.${those} and thread.conversation_id = message.conversation_id
        and thread.position = message.position and thread.role = message.role`.execute(trx);
    for (const table of [
      'trajectory_edge',
      'trajectory_node',
      'execution_text',
      'stream_chunk',
      'trace_message',
    ])
      await sql`delete from ${sql.table(table)} where ${those}`.execute(trx);
    // Tools' trajectory writes contain their text.
    for (const table of ['tool_call', 'node_output'])
      await sql`update ${sql.table(table)} set writes = null where ${those} and writes is not null`.execute(
        trx,
      );
    await count(trx, run, { ...NO_COUNTS, traces: executions.length });
  });
}

export async function endRetentionRun(db: Database, run: RetentionRun): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await count(trx, run, NO_COUNTS);
    await trx
      .updateTable('retention_run')
      .set({ finished_at: sql<Date>`now()` })
      .where('run_id', '=', run.runId)
      .execute();
    // Keep the newest run, and those that removed something.
    await sql`delete from retention_run where task_queue = ${run.taskQueue} and run_id <> ${run.runId}
      and (started_at < ${ago(365)} or conversations + executions + artifacts + traces = 0)`.execute(trx);
  });
}

async function deleteExecutions(trx: DatabaseTransaction, conversations: readonly number[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from execution where conversation_id in (${sql.join([...conversations])}) or root_id in (
      select id from execution where conversation_id in (${sql.join([...conversations])})
    )`.execute(trx);
  return Number(numAffectedRows);
}

/** In the removing transaction, so a resumed run counts nothing twice. */
async function count(
  trx: DatabaseTransaction,
  { runId, taskQueue }: RetentionRun,
  more: RetentionCounts,
): Promise<void> {
  await trx
    .insertInto('retention_run')
    .values({ run_id: runId, task_queue: taskQueue, ...more })
    .onConflict((conflict) =>
      conflict.column('run_id').doUpdateSet((eb) => ({
        conversations: eb('retention_run.conversations', '+', more.conversations),
        executions: eb('retention_run.executions', '+', more.executions),
        artifacts: eb('retention_run.artifacts', '+', more.artifacts),
        traces: eb('retention_run.traces', '+', more.traces),
      })),
    )
    .execute();
}
