import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { newestRounds, treeBelow, type NewestRounds } from './newest-rounds.js';
import type { RunKey } from './load-run.js';
import { recordRun } from './record-run.js';
import { withinLockWait } from './within-lock-wait.js';

type RunScope = { workflowId: string } | { executionIds: readonly number[] } | NewestRounds;

export async function recordMissing(db: Database, scope: RunScope): Promise<number> {
  const runs = await findUnrecorded(db, scope);
  const errors: unknown[] = [];
  for (const run of runs) await recordRun(db, run).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
  return runs.length;
}

export async function isUnrecorded(db: Database, scope: RunScope): Promise<boolean> {
  return (await findUnrecorded(db, scope)).length > 0;
}

function findUnrecorded(db: Database, scope: RunScope): Promise<RunKey[]> {
  return withinLockWait(db, (trx) => selectUnrecorded(trx, scope));
}

async function selectUnrecorded(trx: DatabaseTransaction, scope: RunScope): Promise<RunKey[]> {
  const { rows } = await sql<RunKey>`
    with ${treeBelow(selectRoots(scope))}, kept (id) as (
      -- Retention has removed the trajectories of the others.
      select id from tree join execution using (id) where not exists (
        select from retention_progress past
        where past.flow_slug = execution.flow_slug and past.part = 'trace_message'
          and (execution.finished_at, execution.id) <= (past.through, past.execution_id))
    ), run (execution_id, base) as (
      select kept.id, call.base from kept cross join lateral (
        select distinct (step - 1) / ${sql.lit(STEP_BLOCK)} * ${sql.lit(STEP_BLOCK)} as base from model_call
        where execution_id = kept.id and status in ('completed', 'failed', 'cancelled') and purpose <> 'compaction'
      ) call
      union
      select kept.id, run * ${sql.lit(STEP_BLOCK)} from kept
      join node_output on node_output.execution_id = kept.id and (touched is not null or writes is not null)
    )
    select run.execution_id as "executionId", run.base from run
    left join trajectory_node question on question.execution_id = run.execution_id and question.step = run.base
      and question.ordinal = 0 and question.type = 'Query'
    where question.recorded_through is null
      or exists (
        select from trace_message message
        join model_call call on call.execution_id = message.execution_id and call.step = message.step
        where message.execution_id = run.execution_id and message.step > question.recorded_through
          and message.step < run.base + ${sql.lit(STEP_BLOCK)} and message.ordinal = 0
          and not message.is_partial and call.purpose <> 'compaction')
      or exists (
        -- Its last tools ran, and nothing came after them.
        select from tool_call call where call.execution_id = run.execution_id
          and call.step = question.recorded_through and call.finished_at is not null
          and not exists (
            select from trajectory_edge edge where edge.execution_id = call.execution_id
              and edge.from_step = call.step and edge.from_ordinal = call.ordinal and edge.to_ordinal < 0))
    order by 1, 2`.execute(trx);
  return rows;
}

function selectRoots(scope: RunScope) {
  if ('workflowId' in scope) return sql`select id from execution where workflow_id = ${scope.workflowId}`;
  if ('executionIds' in scope) return sql`select unnest(${scope.executionIds}::bigint[])`;
  return newestRounds(scope);
}
