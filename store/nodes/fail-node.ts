import type { Database } from '../database.js';
import { closeOpenApprovals, lockOpenExecution } from './approvals.js';
import { storeFailedNode, type NodeKey } from './node-outputs.js';

/** Closes the open questions of the node, its tool calls and its loop's body, because the flow continues. */
export function failNode(
  db: Database,
  node: NodeKey & {
    run: number;
    kind: string;
    bodyNodes: readonly string[];
    errorType: string;
    errorMessage: string;
    output: unknown;
  },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockOpenExecution(trx, node.executionId))) return;
    await closeOpenApprovals(trx, node.executionId, node);
    await storeFailedNode(trx, node);
  });
}
