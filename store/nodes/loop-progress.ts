import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface LoopProgress {
  executionId: number;
  nodeId: string;
  total: number;
  done: number;
}

export interface ItemEnd {
  flow: string;
  version: number;
  loopId: string;
  nodeId: string;
  status: 'success' | 'failed';
}

export async function loadLoopProgress(
  db: Database,
  { executionIds, ends }: { executionIds: readonly number[]; ends: readonly ItemEnd[] },
): Promise<LoopProgress[]> {
  if (ends.length === 0) return [];
  const { rows } = await sql<LoopProgress>`
    with item_end as (
      select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
        as ends (flow text, version integer, "loopId" text, "nodeId" text, status text)
    ), done as (
      select node.execution_id, item_end."loopId" as node_id, count(distinct node.iteration) as done
      from execution
      join item_end on item_end.flow = execution.flow_slug and item_end.version = execution.flow_version
      join node_output node on node.execution_id = execution.id
        and node.node_id = item_end."nodeId" and node.status = item_end.status
      where execution.id = any(${[...executionIds]}::bigint[])
      group by node.execution_id, item_end."loopId"
    ), total as (
      select execution_id, node_id, count(*) as total from loop_item
      where execution_id = any(${[...executionIds]}::bigint[]) group by execution_id, node_id
    )
    select total.execution_id as "executionId", total.node_id as "nodeId", total.total::bigint as total,
      coalesce(done.done, 0)::bigint as done
    from total left join done using (execution_id, node_id)`.execute(db);
  return rows;
}
