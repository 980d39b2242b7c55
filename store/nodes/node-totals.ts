import { sql } from 'kysely';
import type { Database } from '../database.js';
import { nodeRunRows } from './node-run-rows.js';

export interface NodeTotals {
  executionId: number;
  nodeId: string;
  runs: number;
  running: number;
  waiting: number;
  failed: number;
  cancelled: number;
  startedAt: Date;
  finishedAt: Date | null;
  elapsedMs: number;
  errorType: string | null;
  errorMessage: string | null;
}

export async function loadNodeTotals(db: Database, executionIds: readonly number[]): Promise<NodeTotals[]> {
  const { rows } = await sql<NodeTotals>`
    with ${nodeRunRows(executionIds)}
    select execution_id as "executionId", node_id as "nodeId", count(*)::bigint as runs,
      (count(*) filter (where status = 'running'))::bigint as running,
      (count(*) filter (where status = 'waiting'))::bigint as waiting,
      (count(*) filter (where status = 'failed'))::bigint as failed,
      (count(*) filter (where status = 'cancelled'))::bigint as cancelled,
      min(started_at) as "startedAt",
      case when bool_and(finished_at is not null) then max(finished_at) end as "finishedAt",
      sum(greatest(0, extract(epoch from coalesce(finished_at, now()) - started_at)) * 1000)::float8 as "elapsedMs",
      (array_agg(error_type order by run desc) filter (where error_message is not null))[1] as "errorType",
      (array_agg(error_message order by run desc) filter (where error_message is not null))[1] as "errorMessage"
    from node_run group by execution_id, node_id`.execute(db);
  return rows;
}
