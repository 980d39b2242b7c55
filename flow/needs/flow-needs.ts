import type { FlowDefinition } from '../definition.js';
import { agentConfig, callsModel } from '../kinds/model-node.js';
import type { FlowNode } from '../kinds/flow-node.js';
import { hasTrait } from '../kinds/traits.js';
import { workflowKind } from '../../protocol/workflow-kind.js';
import type { Abilities } from './abilities.js';

/** Omits fallback models, which are optional. */
export function flowNeeds({ nodes }: FlowDefinition): Abilities {
  const calls = nodes.filter(callsModel).map((node) => agentConfig(node));
  return {
    tools: unique(calls.flatMap(({ tools = [] }) => tools)),
    kinds: unique(nodes.flatMap(listKinds)),
    models: unique(calls.map(({ model }) => model)),
  };
}

function listKinds(node: FlowNode): string[] {
  return hasTrait(node, 'runsWorkflow') ? [node.kind, workflowKind(node.config.type)] : [node.kind];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
