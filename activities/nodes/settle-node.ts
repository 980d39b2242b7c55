import { hasTrait } from '../../flow/kinds/traits.js';
import { toFailureOutput } from '../../flow/execution/failure-output.js';
import { cutCharacters } from '../../flow/values/cut-characters.js';
import type { NodeSettlement, SettleNodeInput } from '../../protocol/activities/nodes.js';
import type { Database } from '../../store/database.js';
import { settleApproval } from '../../store/nodes/approvals.js';
import { endNodeOutput, insertNodeOutput } from '../../store/nodes/node-outputs.js';
import type { ActivityDependencies } from '../dependencies.js';
import { settleQuestion } from './kinds/approval.js';
import { settleLoop } from './kinds/loop.js';
import { settleSubflow } from './kinds/subflow.js';
import { settleWait } from './kinds/wait.js';
import { settleWorkflow } from './kinds/workflow.js';
import { openNode, type NodeAtWork } from './open-node.js';

const MESSAGE_CHARACTERS = 500;

/** The first outcome is kept. */
export function createSettleNode({ db, onPoint }: Pick<ActivityDependencies, 'db' | 'onPoint'>) {
  return async function settleNode(input: SettleNodeInput): Promise<NodeSettlement> {
    await onPoint?.('settleNode.before');
    const settled = await settle(db, await openNode(db, input), input);
    await onPoint?.('settleNode.after');
    return settled;
  };
}

function settle(db: Database, work: NodeAtWork, input: SettleNodeInput): Promise<NodeSettlement> {
  switch (input.outcome) {
    case 'waited':
      return settleWait(db, work);
    case 'loop-done':
      return settleLoop(db, work);
    case 'answered':
      return settleQuestion(db, work, input);
    case 'child-ended':
      return settleSubflow(db, work, input);
    case 'workflow-ended':
      return settleWorkflow(db, work, input);
    case 'failed':
      return settleFailure(db, work, input);
  }
}

async function settleFailure(
  db: Database,
  { row, node }: NodeAtWork,
  { errorType, errorMessage }: { errorType: string; errorMessage: string },
): Promise<NodeSettlement> {
  // The open question of the failed node is closed, because the flow continues.
  if (hasTrait(node, 'asks')) await settleApproval(db, { ...row, answer: null, decide: () => 'closed' });
  const message = cutCharacters(errorMessage, MESSAGE_CHARACTERS);
  // A node that failed before it was stored has no row yet.
  await insertNodeOutput(db, { ...row, status: 'running' });
  await endNodeOutput(db, {
    ...row,
    status: 'failed',
    errorType,
    errorMessage: message,
    output: toFailureOutput({ error: message, errorType }),
  });
  return { kind: 'done' };
}
