import type { FlowDefinition } from '../../flow/definition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import type { NodeRunInput } from '../../protocol/activities/nodes.js';
import type { Database } from '../../store/database.js';
import { loadExecution, type ExecutionFacts } from '../../store/execution/load-execution.js';
import type { NodeKey } from '../../store/nodes/node-outputs.js';
import { loadFlow } from '../load-flow.js';
import { callerWorkflowId } from '../workflow-id.js';

export interface NodeAtWork {
  row: NodeKey & { run: number; kind: string };
  execution: ExecutionFacts;
  flow: FlowDefinition;
  node: FlowNode;
}

export async function openNode(
  db: Database,
  { nodeId, iteration = '', run }: NodeRunInput,
): Promise<NodeAtWork> {
  const execution = await loadExecution(db, callerWorkflowId());
  const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
  const node = flow.nodes.find(({ id }) => id === nodeId);
  if (!node) throw new Error(`Flow '${flow.slug}' has no node '${nodeId}'`);
  const row = { executionId: execution.id, nodeId, iteration, run, kind: node.kind };
  return { row, execution, flow, node };
}
