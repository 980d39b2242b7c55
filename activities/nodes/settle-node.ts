import { loopBody } from '../../flow/graph/loop-body.js';
import { toFailureOutput } from '../../flow/execution/failure-output.js';
import { cutCharacters } from '../../flow/values/cut-characters.js';
import type { NodeSettlement, SettleNodeInput } from '../../protocol/activities/nodes.js';
import type { Database } from '../../store/database.js';
import { failNode } from '../../store/nodes/fail-node.js';
import type { ActivityDependencies } from '../dependencies.js';
import { settleQuestion } from './kinds/approval.js';
import { settleLoop } from './kinds/loop.js';
import { settleSubflow } from './kinds/subflow.js';
import { settleWait } from './kinds/wait.js';
import { settleWorkflow } from './kinds/workflow.js';
import { openNode, type NodeAtWork } from './open-node.js';
import { orTooLarge } from './or-too-large.js';

const MESSAGE_CHARACTERS = 500;

/** The first outcome is kept. */
export function createSettleNode({ db, onPoint }: Pick<ActivityDependencies, 'db' | 'onPoint'>) {
  return async function settleNode(input: SettleNodeInput): Promise<NodeSettlement> {
    await onPoint?.('settleNode.before');
    const work = await openNode(db, input);
    const settled = await orTooLarge(input.nodeId, () => settle(db, work, input));
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
  { row, flow }: NodeAtWork,
  { errorType, errorMessage }: { errorType: string; errorMessage: string },
): Promise<NodeSettlement> {
  const message = cutCharacters(errorMessage, MESSAGE_CHARACTERS);
  await failNode(db, {
    ...row,
    bodyNodes: [...loopBody(flow, row.nodeId)],
    errorType,
    errorMessage: message,
    output: toFailureOutput({ error: message, errorType }),
  });
  return { kind: 'done' };
}
