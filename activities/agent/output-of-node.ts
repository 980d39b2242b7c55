import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, modelNode } from '../../flow/kinds/model-node.js';
import { isAnswering } from '../../flow/output/answering-nodes.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';

/**
 * The schema of the object that a call of a node is to answer with; undefined: a text. What a message asks for takes the
 * place of what the answering node says itself. What is said before and after the main loop, and to steps that were
 * pushed, is no answer of the node.
 */
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

/** Whether a node answers with the object that a message asks for. A categorizer calls a model, too, and answers nobody. */
export function answersMessage(
  { flow, execution }: { flow: FlowDefinition; execution: Pick<ExecutionFacts, 'outputSchema'> },
  nodeId: string,
): boolean {
  return execution.outputSchema !== null && isAnswering(flow, nodeId);
}
