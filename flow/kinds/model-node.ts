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

/** The settings of a node's calls with one model, and those that are asked after it, in order. */
export interface CallConfig extends Omit<AgentConfig, 'model'> {
  readonly model: string;
  readonly fallbacks?: readonly string[];
}

/**
 * How the calls of a node are made, as an agent's settings: a model is an agent of one step without tools. Of several
 * models it is the first, or the one that is named.
 */
export function agentConfig({ kind, config }: ModelCallingNode, named?: string): CallConfig {
  const { calls }: { calls(config: object): AgentConfig } = NODE_KINDS[kind];
  const { model: models, ...rest } = calls(config);
  const all = typeof models === 'string' ? [models] : models;
  // A flow of another version may have other models; a call keeps the one that it was planned for.
  const at = named === undefined ? 0 : all.indexOf(named);
  const model = named ?? all[0] ?? '';
  // What the node says of its model, it says of the first one.
  const own =
    at === 0
      ? rest
      : { ...rest, extraConfig: { ...rest.extraConfig, contextWindow: undefined, pictures: undefined } };
  const fallbacks = at < 0 ? [] : all.slice(at + 1);
  return fallbacks.length === 0 ? { ...own, model } : { ...own, model, fallbacks };
}
