import { sql, type RawBuilder } from 'kysely';
import { NO_COUNTS, type RetentionCounts } from '../../protocol/retention.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { ago, below } from './expired.js';

/** The run that removes, whose row counts what it does. */
export interface RetentionRun {
  runId: string;
  taskQueue: string;
}

/**
 * Deletes a conversation with all that hangs on it, all or nothing, if it is still due: somebody may have written meanwhile, and
 * then it stays. What it has outside the database goes with `removeFiles` before its rows are gone: after a crash between the two
 * the rows are still due, and both are removed again. Returns whether it was deleted.
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

/** Deletes items and metadata that were given so long ago to conversations that never began. */
export async function removeGivenToNone(db: Database, days: number): Promise<void> {
  await removeGiven(db, sql`created_at < ${ago(days)}`);
}

/** Deletes given items and metadata whose channel has no conversation, with any flow. */
async function removeGiven(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  for (const table of ['given_item', 'given_metadata'])
    await sql`delete from ${sql.table(table)} given where ${condition} and not exists (
      select from conversation where conversation.user_id = given.user_id and conversation.channel = given.channel
    )`.execute(db);
}

/** Deletes an execution outside conversations with all below it. Returns whether it was there. */
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

/** Deletes the artifacts of executions. */
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

/** Deletes what agents did in executions, step by step; answers that stand only there are kept in their threads. */
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
    // What tools wrote into the trajectory has their words.
    for (const table of ['tool_call', 'node_output'])
      await sql`update ${sql.table(table)} set writes = null where ${those} and writes is not null`.execute(
        trx,
      );
    await count(trx, run, { ...NO_COUNTS, traces: executions.length });
  });
}

/** Notes that a run has come to its end, and forgets old runs. */
export async function endRetentionRun(db: Database, run: RetentionRun): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await count(trx, run, NO_COUNTS);
    await trx
      .updateTable('retention_run')
      .set({ finished_at: sql<Date>`now()` })
      .where('run_id', '=', run.runId)
      .execute();
    // The newest row says when it ran last; of the others those are of use that removed something.
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

/** In the transaction that removes: a run that dies and goes on counts nothing twice. */
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
