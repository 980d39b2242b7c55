import { sql } from 'kysely';
import type { Database } from '../database.js';

interface FailedChild {
  workflowId: string;
  errorType: string | null;
  errorMessage: string | null;
  nodeId: string | null;
}

export async function findFailedChild(
  db: Database,
  parent: { workflowId: string; nodeId: string | null },
): Promise<FailedChild | undefined> {
  const { rows } = await sql<FailedChild>`
    select child.workflow_id as "workflowId", child.error_type as "errorType", child.error_message as "errorMessage", (
        select node_id from node_output where execution_id = child.id and status = 'failed'
        order by finished_at desc limit 1
      ) as "nodeId"
    from execution parent join execution child on child.parent_id = parent.id
    where parent.workflow_id = ${parent.workflowId} and child.status = 'failed' and coalesce(child.parent_node_id = ${parent.nodeId}, true)
    order by child.finished_at desc limit 1`.execute(db);
  return rows[0];
}
