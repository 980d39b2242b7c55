import type { FlowDefinition } from '../../flow/definition.js';
import { agentConfig, modelNode } from '../../flow/kinds/model-node.js';
import type { JsonSchema } from '../../flow/output/object-check.js';

/**
 * The schema of the object that a call of a node is to answer with; undefined: a text. What is said before and after the
 * main loop, and to steps that were pushed, is no answer of the node.
 */
export function outputOfNode(
  flow: FlowDefinition,
  { nodeId, isAnswer }: { nodeId: string; isAnswer: boolean },
): JsonSchema | undefined {
  return isAnswer ? agentConfig(modelNode(flow, nodeId)).output : undefined;
}
