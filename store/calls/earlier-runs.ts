import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database.js';
import type { ToolCallKey } from '../call-key.js';

export interface EarlierRun {
  executionId: number;
  step: number;
  ordinal: number;
  idempotencyKey: string | null;
  /** `unknown`: interrupted, so the effect is unknown. */
  outcome: 'ran' | 'failed' | 'unknown';
  /** True if the earlier run's turn was answered, and the user wants another answer. */
  isAnswered: boolean;
}

export const isRepeated: RawBuilder<boolean> = sql<boolean>`exists (
  select from execution root join turn on turn.conversation_id = root.conversation_id and turn.position = root.position
  where root.id = coalesce(execution.root_id, execution.id) and (turn.retry_of is not null or turn.branch_of is not null))`;

export async function findEarlierRun(
  db: Database,
  call: ToolCallKey & { nodeId: string; iteration: string; argumentsHash: string },
): Promise<EarlierRun | undefined> {
  const { executionId, step, ordinal, nodeId, iteration, argumentsHash } = call;
  const { rows } = await sql<EarlierRun & { ranBefore: number }>`
    with recursive own as (
      select root.conversation_id, root.position, substr(run.workflow_id, length(root.workflow_id) + 1) as path
      from execution run join execution root on root.id = coalesce(run.root_id, run.id)
      where run.id = ${executionId}
    ), attempt as (
      select turn.conversation_id, turn.position, turn.retry_of, turn.branch_of, turn.status
      from own join turn on turn.conversation_id = own.conversation_id and turn.position = own.position
      union
      select other.conversation_id, other.position, other.retry_of, other.branch_of, other.status
      from attempt join turn other on other.conversation_id = attempt.conversation_id and (
        other.position = attempt.retry_of or other.retry_of = attempt.position
        -- An edit begins a branch, too, but asks for something else.
        or (other.position = attempt.branch_of or other.branch_of = attempt.position) and (
          select count(distinct content) = 1 from conversation_message said
          where said.conversation_id = attempt.conversation_id and role = 'user'
            and said.position in (attempt.position, other.position)))
    )
    select call.execution_id as "executionId", call.step, call.ordinal,
      case when idempotency_key like '/%' then run.workflow_id else '' end || idempotency_key as "idempotencyKey",
      case when call.is_unknown or call.finished_at is null then 'unknown' when is_error then 'failed' else 'ran'
        end as outcome,
      attempt.status = 'completed' as "isAnswered", (
        select count(*)::integer from tool_call before
        join model_call asked on asked.execution_id = before.execution_id and asked.step = before.step
          and asked.node_id = ${nodeId} and asked.iteration = ${iteration}
        where before.execution_id = ${executionId} and (before.step, before.ordinal) < (${step}, ${ordinal})
          and before.arguments_hash = ${argumentsHash} and before.finished_at is not null and not before.is_error
      ) as "ranBefore"
    from own join attempt on attempt.position < own.position
    join execution root on root.conversation_id = attempt.conversation_id and root.position = attempt.position
    join execution run on (run.id = root.id or run.root_id = root.id)
      and substr(run.workflow_id, length(root.workflow_id) + 1) = own.path
    join tool_call call on call.execution_id = run.id and call.arguments_hash = ${argumentsHash}
      and call.reused_from is null
    join model_call asked on asked.execution_id = call.execution_id and asked.step = call.step
      and asked.node_id = ${nodeId} and asked.iteration = ${iteration}
    order by attempt.position, call.step, call.ordinal`.execute(db);
  const ran = rows.filter(({ outcome }) => outcome === 'ran');
  return ran[rows[0]?.ranBefore ?? 0] ?? rows.findLast(({ outcome }) => outcome !== 'ran');
}
