import { sql } from 'kysely';
import { STEP_BLOCK } from '../../flow/execution/step-blocks.js';

/** A node has no row until its last model call ends. Until then, builds its row from its model calls. */
export function nodeRunRows(executionIds: readonly number[]) {
  return sql`node_run as (
    select execution_id, node_id, iteration, run, kind, status, error_type, error_message, started_at, finished_at
    from node_output where execution_id = any(${[...executionIds]}::bigint[])
    union all
    select call.execution_id, call.node_id, call.iteration, min((call.step - 1) / ${sql.lit(STEP_BLOCK)}), null,
      case execution.status when 'completed' then 'success' when 'failed' then 'failed'
        when 'cancelled' then 'cancelled' else 'running' end,
      (array_agg(call.error_type order by call.step desc))[1],
      (array_agg(call.error_message order by call.step desc))[1],
      min(call.created_at), execution.finished_at
    from model_call call join execution on execution.id = call.execution_id
    where call.execution_id = any(${[...executionIds]}::bigint[]) and not exists (
      select from node_output known where known.execution_id = call.execution_id
        and known.node_id = call.node_id and known.iteration = call.iteration)
    group by call.execution_id, call.node_id, call.iteration, execution.status, execution.finished_at
  )`;
}
