import type { FlowDefinition } from '../definition.js';
import type { AgentConfig } from './agent.js';
import type { BuiltInNode, FlowNode } from './flow-node.js';
import NODE_KINDS from './node-kinds.js';
import { isModelCalling, type ModelCallingKind } from './traits.js';

/** A node that calls a model. */
export type ModelCallingNode = BuiltInNode<ModelCallingKind>;

/** Whether a node calls a model. */
export function callsModel(node: FlowNode): node is ModelCallingNode {
  return isModelCalling(node.kind);
}

/** The node with this id, which must call a model. Throws where the flow has none: a programmer's error. */
export function modelNode(flow: FlowDefinition, nodeId: string): ModelCallingNode {
  const node = flow.nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined || !callsModel(node))
    throw new Error(`Flow '${flow.slug}' has no node '${nodeId}' that calls a model`);
  return node;
}

/** How the calls of a node are made, as an agent's settings: a model is an agent of one step without tools. */
export function agentConfig({ kind, config }: ModelCallingNode): AgentConfig {
  const { calls }: { calls(config: object): AgentConfig } = NODE_KINDS[kind];
  return calls(config);
}
