import type { FlowDefinition } from '../../flow/definition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import type { Database } from '../../store/database.js';
import { loadExecution, type ExecutionFacts } from '../../store/execution/load-execution.js';
import type { NodeKey } from '../../store/nodes/node-outputs.js';
import { loadFlow } from '../load-flow.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { NodeRunInput } from '../../protocol/activities/nodes.js';

/** One look at a node that runs. */
export interface NodeAtWork extends NodeKey {
  run: number;
  execution: ExecutionFacts;
  flow: FlowDefinition;
  node: FlowNode;
}

/** The node of the calling Workflow, in the flow's version that it runs. */
export async function openNode(
  db: Database,
  { nodeId, iteration = '', run }: NodeRunInput,
): Promise<NodeAtWork> {
  const execution = await loadExecution(db, callerWorkflowId());
  const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
  const node = flow.nodes.find(({ id }) => id === nodeId);
  if (node === undefined) throw new Error(`Flow '${flow.slug}' has no node '${nodeId}'`);
  return { executionId: execution.id, nodeId, iteration, run, execution, flow, node };
}
