import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { FinalStatus } from '../../protocol/final-status.js';
import type { DatabaseTransaction } from '../database.js';
import { closeOpenApprovals } from '../nodes/approvals.js';
import { endOpenNodes, storeFailedNode } from '../nodes/node-outputs.js';
import { keepPartialTexts } from './partial-texts.js';
import { cancelPendingChildren } from './sub-executions.js';

export interface WorkEnd {
  status: FinalStatus;
  errorType?: string | undefined;
  errorMessage?: string | undefined;
  failedNode?: { nodeId: string; iteration: string; run: number; kind: string } | undefined;
  countTokens: (text: string) => number;
}

export async function endOpenWork(
  trx: DatabaseTransaction,
  { id, status }: { id: number; status: ExecutionStatus },
  end: WorkEnd,
): Promise<void> {
  if (end.status === 'completed') return;
  await keepPartialTexts(trx, id, end.countTokens);
  await endOpenCalls(trx, { executionId: id, status: end.status });
  if (status === 'interrupted') await closeOpenApprovals(trx, id);
  const { failedNode, errorType, errorMessage } = end;
  if (failedNode) await storeFailedNode(trx, { ...failedNode, executionId: id, errorType, errorMessage });
  const reason = failedNode && `Stopped, because node '${failedNode.nodeId}' failed`;
  await endOpenNodes(trx, { executionId: id, status: end.status, reason });
  await cancelPendingChildren(trx, { parentId: id });
}

/** A call that was refused after its plan stays planned until then. */
export async function endOpenCalls(
  trx: DatabaseTransaction,
  { executionId, status }: { executionId: number; status: FinalStatus },
): Promise<void> {
  await trx
    .updateTable('model_call')
    .set({ status: status === 'completed' ? 'failed' : status, finished_at: new Date() })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['planned', 'running'])
    .execute();
}
