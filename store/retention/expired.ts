import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database.js';

export interface Expiry {
  flow: string;
  days: number;
}

export interface ExpiredConversation {
  id: number;
  workflowId: string;
  user: string;
  workflowIds: string[];
}

export async function listExpiredConversations(
  db: Database,
  { flow, days }: Expiry,
  { after, limit }: { after: number; limit: number },
): Promise<ExpiredConversation[]> {
  const { rows } = await sql<ExpiredConversation>`
    select root.id, root.workflow_id as "workflowId", root.user_id as user, below.workflow_ids as "workflowIds"
    from ${expiredRoots({ flow, days })} and root.id > ${after}
    order by root.id limit ${limit}`.execute(db);
  return rows;
}

export async function countExpiredConversations(db: Database, { flow, days }: Expiry): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${expiredRoots({ flow, days })}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Reads executions by id, which follows creation. Also reads old conversations that are in use: an index on
 * the last use would slow each turn.
 */
function expiredRoots({ flow, days }: Expiry): RawBuilder<unknown> {
  return sql`conversation root cross join lateral ${below(sql`root.id`)} below
    where root.thread_id is null and root.flow_slug = ${flow}
      and root.id < (select conversation_id_since(${ago(days)} + interval '10 minutes'))
      and root.updated_at < ${ago(days)} and below.touched_at < ${ago(days)} and not below.is_busy`;
}

export function below(root: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    with recursive tree as (
      select id, workflow_id, last_message_at, updated_at, active_execution_id from conversation where id = ${root}
      union
      select next.id, next.workflow_id, next.last_message_at, next.updated_at, next.active_execution_id
      from tree join conversation next on next.parent_id = tree.id
    )
    select array_agg(tree.id) as ids,
      -- A conversation that was closed and begun again has the same Workflow ID in a row that stays.
      coalesce(array_agg(distinct tree.workflow_id) filter (where not exists (
        select from conversation other where other.workflow_id = tree.workflow_id and other.id <> tree.id
      )), '{}') as workflow_ids,
      max(greatest(tree.last_message_at, tree.updated_at)) as touched_at,
      bool_or(tree.active_execution_id is not null or exists (
        select from turn where turn.conversation_id = tree.id and turn.status in ('queued', 'running')
      ) or exists (
        select from conversation fork where fork.forked_from = tree.id
      )) as is_busy
    from tree
  )`;
}

export async function listExpiredExecutions(
  db: Database,
  { flow, days }: Expiry,
  limit: number,
): Promise<{ id: number; workflowId: string }[]> {
  const { rows } = await sql<{ id: number; workflowId: string }>`
    select id, workflow_id as "workflowId" from execution ${isExpired(flow, days)}
    order by finished_at limit ${limit}`.execute(db);
  return rows;
}

export async function countExpiredExecutions(db: Database, { flow, days }: Expiry): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from execution ${isExpired(flow, days)}`.execute(db);
  return rows[0]?.count ?? 0;
}

function isExpired(flow: string, days: number): RawBuilder<unknown> {
  return sql`where conversation_id is null and parent_id is null and flow_slug = ${flow} and finished_at < ${ago(days)}
    and not exists (select from execution below where below.root_id = execution.id and below.finished_at is null)`;
}

export type OldPart = 'artifact' | 'trace_message';

export async function countWithOldParts(
  db: Database,
  part: OldPart,
  { flow, days }: Expiry,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from execution
    where flow_slug = ${flow} and finished_at < ${ago(days)} and finished_at >= coalesce((
        select through from retention_progress where flow_slug = ${flow} and part = ${part}), '-infinity')
      and exists (select from ${sql.table(part)} part where part.execution_id = execution.id)`.execute(db);
  return rows[0]?.count ?? 0;
}

export function ago(days: number): RawBuilder<Date> {
  return sql<Date>`now() - make_interval(days => ${days}::integer)`;
}
