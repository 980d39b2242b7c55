import { stepBase } from '../../flow/execution/step-blocks.js';
import { GraphWriter, ownWorkGraph } from '../../trajectory/writes/graph-writer.js';
import type { NodeAtWork } from './open-node.js';
import { callerWorkflowId } from '../workflow-id.js';

export function openOwnGraph({ row, execution }: Pick<NodeAtWork, 'row' | 'execution'>): GraphWriter {
  const { nodeId, iteration, run } = row;
  const owner = {
    user: execution.userId ?? '',
    session: callerWorkflowId(),
    round: execution.position ?? 1,
    subAgent: iteration === '' ? nodeId : `${nodeId}/${iteration}`,
  };
  const self = { step: stepBase(run), ordinal: 1 };
  return new GraphWriter(ownWorkGraph(owner, self, new Date().toISOString()));
}
