import { sql, type RawBuilder } from 'kysely';
import { NO_COUNTS, type RetentionCounts } from '../../protocol/retention.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { lockConversations } from '../conversation/lock-conversations.js';
import { selectExecutionIds } from '../execution/select-execution-ids.js';
import { ago, below, type Expiry, type OldPart } from './expired.js';

const PAGE = 1_000;

export interface RetentionRun {
  runId: string;
  taskQueue: string;
}

/** One transaction: if the process dies before the commit, the next run removes both. */
export function removeConversation(
  db: Database,
  run: RetentionRun,
  { id, days, removeFiles }: { id: number; days: number; removeFiles: () => Promise<void> },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Locked first, as accepting a turn does, to prevent deadlocks.
    const [owner] = await trx
      .selectFrom('conversation')
      .select(['user_id', 'channel'])
      .where('id', '=', id)
      .forUpdate()
      .execute();
    if (!owner) return false;
    const ids = await findUnused(trx, { id, days });
    if (ids.length === 0) return false;
    await lockConversations(trx, ids);
    // While the locks were waited for, a thread may have taken a message, begun or been forked.
    if ((await findUnused(trx, { id, days })).length !== ids.length) return false;
    const executions = await deleteExecutions(trx, ids);
    for (const conversationId of ids) await deleteTurns(trx, conversationId);
    await trx.deleteFrom('conversation').where('id', 'in', ids).execute();
    await removeGiven(trx, sql`user_id = ${owner.user_id} and channel = ${owner.channel}`);
    await removeFiles();
    // Counted last, because every removal of the run locks this row.
    await count(trx, run, { ...NO_COUNTS, conversations: ids.length, executions });
    return true;
  });
}

/** The conversation and its threads; none if one of them is in use. */
async function findUnused(trx: DatabaseTransaction, { id, days }: { id: number; days: number }) {
  const { rows } = await sql<{ ids: number[] }>`
    select ids from ${below(sql`${id}::bigint`)} tree where touched_at < ${ago(days)} and not is_busy`.execute(
    trx,
  );
  return rows[0]?.ids ?? [];
}

export async function removeGivenToNone(db: Database, days: number): Promise<void> {
  await removeGiven(db, sql`created_at < ${ago(days)}`);
}

export async function removeGiven(db: Database, condition: RawBuilder<unknown>): Promise<void> {
  for (const table of ['given_item', 'given_metadata'])
    await sql`delete from ${sql.table(table)} given where ${condition} and not exists (
      select from conversation where conversation.user_id = given.user_id and conversation.channel = given.channel
    )`.execute(db);
}

export function removeExecution(db: Database, run: RetentionRun, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from execution where id = any(array(
        select ${id}::bigint union select id from execution where root_id = ${id}))`.execute(trx);
    await count(trx, run, { ...NO_COUNTS, executions: Number(numAffectedRows) });
    return numAffectedRows > 0n;
  });
}

export async function removeOldParts(
  db: Database,
  run: RetentionRun,
  { part, limit, ...expiry }: Expiry & { part: OldPart; limit: number },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const executions = await takeEnded(trx, { part, limit, ...expiry });
    if (executions.length === 0) return 0;
    const removed = await (part === 'artifact' ? removeArtifacts : removeTraces)(trx, executions);
    await count(trx, run, { ...NO_COUNTS, ...removed });
    return executions.length;
  });
}

async function takeEnded(
  trx: DatabaseTransaction,
  { part, flow, days, limit }: Expiry & { part: OldPart; limit: number },
): Promise<number[]> {
  const own = sql`retention_progress where flow_slug = ${flow} and part = ${part}`;
  await sql`insert into retention_progress (flow_slug, part) values (${flow}, ${part}) on conflict do nothing`.execute(
    trx,
  );
  await sql`select from ${own} for update`.execute(trx);
  const { rows } = await sql<{ id: number }>`
    with ended as (
      select id, finished_at from execution
      where flow_slug = ${flow} and finished_at < ${ago(days)} and finished_at >= (select through from ${own})
        and (finished_at, id) > (select through, execution_id from ${own})
      order by finished_at, id limit ${limit}
    ), moved as (
      update retention_progress set through = last.finished_at, execution_id = last.id
      from (select id, finished_at from ended order by finished_at desc, id desc limit 1) last
      where flow_slug = ${flow} and part = ${part}
    )
    select id from ended`.execute(trx);
  return rows.map(({ id }) => id);
}

async function removeArtifacts(
  trx: DatabaseTransaction,
  executions: readonly number[],
): Promise<Partial<RetentionCounts>> {
  const { numAffectedRows = 0n } =
    await sql`delete from artifact where execution_id = any(${[...executions]}::bigint[])`.execute(trx);
  return { artifacts: Number(numAffectedRows) };
}

/** Keeps the answers whose text is only in the trace. */
async function removeTraces(
  trx: DatabaseTransaction,
  executions: readonly number[],
): Promise<Partial<RetentionCounts>> {
  const are = sql`= any(${[...executions]}::bigint[])`;
  await sql`
    with turn_place as (
      select distinct root.conversation_id, root.position
      from execution join execution root on root.id = coalesce(execution.root_id, execution.id)
      where execution.id ${are} and root.conversation_id is not null
    ), place as (
      select conversation_id, position from turn_place
      union all
      select joined.conversation_id, joined.position
      from turn_place join turn joined
        on joined.conversation_id = turn_place.conversation_id and joined.of_position = turn_place.position
    )
    update conversation_message message set content = thread.content, answer_step = null
    from place cross join lateral (
      select role, content from thread_message
      where conversation_id = place.conversation_id and position = place.position and role = 'assistant'
    ) thread
    where message.conversation_id = place.conversation_id and message.position = place.position
      and message.role = thread.role and message.content is null and message.execution_id ${are}`.execute(
    trx,
  );
  const { rows } = await sql<{ traces: number }>`
    with removed as (delete from trace_message where execution_id ${are} returning execution_id)
    select count(distinct execution_id)::integer as traces from removed`.execute(trx);
  for (const table of ['trajectory_edge', 'trajectory_node', 'execution_text', 'stream_chunk'])
    await sql`delete from ${sql.table(table)} where execution_id ${are}`.execute(trx);
  // Also removes what tools recorded for the trajectory: chat text, and names of files.
  for (const table of ['tool_call', 'node_output'])
    await sql`update ${sql.table(table)} set writes = null, touched = null
      where execution_id ${are} and (writes is not null or touched is not null)`.execute(trx);
  return { traces: rows[0]?.traces ?? 0 };
}

export async function endRetentionRun(db: Database, run: RetentionRun): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await count(trx, run, NO_COUNTS);
    await trx
      .updateTable('retention_run')
      .set({ finished_at: sql<Date>`now()` })
      .where('run_id', '=', run.runId)
      .execute();
    await sql`delete from retention_run where task_queue = ${run.taskQueue} and run_id <> ${run.runId}
      and (started_at < ${ago(365)} or conversations + executions + artifacts + traces = 0)`.execute(trx);
  });
}

/** In pages, because a statement may take at most 50 seconds. */
async function deleteExecutions(trx: DatabaseTransaction, conversations: readonly number[]): Promise<number> {
  const { rows } = await sql<{ ids: number[] }>`select ${selectExecutionIds(conversations)} as ids`.execute(
    trx,
  );
  const ids = rows[0]?.ids ?? [];
  for (let from = 0; from < ids.length; from += PAGE)
    await sql`delete from execution where id = any(${ids.slice(from, from + PAGE)}::bigint[])`.execute(trx);
  return ids.length;
}

async function deleteTurns(trx: DatabaseTransaction, conversationId: number): Promise<void> {
  const own = sql`turn where conversation_id = ${conversationId}`;
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(position), -1) as last from ${own}`.execute(trx);
  for (let from = 0; from <= (rows[0]?.last ?? -1); from += PAGE)
    await sql`delete from ${own} and position >= ${from} and position < ${from + PAGE}`.execute(trx);
}

/** A run that is resumed must count each removal once. */
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
