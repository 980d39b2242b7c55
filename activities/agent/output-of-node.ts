import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, modelNode } from '../../flow/kinds/model-node.js';
import { isAnswering } from '../../flow/graph/answering-nodes.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';

export function outputOfNode(
  { flow, execution }: { flow: FlowDefinition; execution: Pick<ExecutionFacts, 'outputSchema'> },
  { nodeId, isAnswer }: { nodeId: string; isAnswer: boolean },
): JsonSchema | undefined {
  if (!isAnswer) return undefined;
  const node = modelNode(flow, nodeId);
  const { outputSchema } = execution;
  if (outputSchema !== null && answersMessage({ flow, execution }, nodeId)) return outputSchema;
  return agentConfig(node).output;
}

/** A categorizer calls a model, but its output is not an answer. */
export function answersMessage(
  { flow, execution }: { flow: FlowDefinition; execution: Pick<ExecutionFacts, 'outputSchema'> },
  nodeId: string,
): boolean {
  return execution.outputSchema !== null && isAnswering(flow, nodeId);
}
