import { sql } from 'kysely';
import type { NodeStatus } from '../../flow/execution/status.js';
import type { Database } from '../database.js';
import { nodeRunRows } from './node-run-rows.js';

/** The run of a node for one item of a loop. */
export interface ItemRun {
  executionId: number;
  nodeId: string;
  iteration: string;
  status: NodeStatus;
  startedAt: Date;
  finishedAt: Date | null;
  errorType: string | null;
  errorMessage: string | null;
}

/** Loads the loop runs of these executions (row ids) in their order, at most `limit` of all together. */
export async function loadItemRuns(
  db: Database,
  { executionIds, limit }: { executionIds: readonly number[]; limit: number },
): Promise<ItemRun[]> {
  const { rows } = await sql<ItemRun>`
    with ${nodeRunRows(executionIds)}
    select execution_id as "executionId", node_id as "nodeId", iteration, status,
      started_at as "startedAt", finished_at as "finishedAt",
      error_type as "errorType", error_message as "errorMessage"
    from node_run where iteration <> '' order by execution_id, run limit ${limit}`.execute(db);
  return rows;
}
