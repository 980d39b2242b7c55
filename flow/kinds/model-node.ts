import type { FlowDefinition } from '../definition.js';
import type { AgentConfig } from './agent.js';
import type { BuiltInNode, FlowNode } from './flow-node.js';
import NODE_KINDS from './node-kinds.js';
import { isModelCalling, type ModelCallingKind } from './traits.js';

export type ModelCallingNode = BuiltInNode<ModelCallingKind>;

export function callsModel(node: FlowNode): node is ModelCallingNode {
  return isModelCalling(node.kind);
}

/** Throws if the node is missing or calls no model. */
export function modelNode(flow: FlowDefinition, nodeId: string): ModelCallingNode {
  const node = flow.nodes.find((candidate) => candidate.id === nodeId);
  if (!node || !callsModel(node))
    throw new Error(`Flow '${flow.slug}' has no node '${nodeId}' that calls a model`);
  return node;
}

export interface CallConfig extends Omit<AgentConfig, 'model'> {
  readonly model: string;
  readonly fallbacks?: readonly string[];
}

/** A model node counts as an agent of one step without tools. */
export function agentConfig({ kind, config }: ModelCallingNode, named?: string): CallConfig {
  const { calls }: { calls(config: object): AgentConfig } = NODE_KINDS[kind];
  const { model: models, ...rest } = calls(config);
  const all = typeof models === 'string' ? [models] : models;
  // A later flow may no longer list a stored call's model.
  const at = named === undefined ? 0 : all.indexOf(named);
  const model = named ?? all[0] ?? '';
  // These settings describe the first model only.
  const own =
    at === 0
      ? rest
      : { ...rest, extraConfig: { ...rest.extraConfig, contextWindow: undefined, images: undefined } };
  const fallbacks = at < 0 ? [] : all.slice(at + 1);
  return fallbacks.length === 0 ? { ...own, model } : { ...own, model, fallbacks };
}
