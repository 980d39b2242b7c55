import type { FlowDefinition } from '../flow/definition.js';
import { agentConfig, callsModel } from '../flow/kinds/model-node.js';
import type { CalledModel } from './learn-models.js';

export function listCalledModels(flows: readonly FlowDefinition[]): CalledModel[] {
  const called = new Map<string, CalledModel>();
  for (const node of flows.flatMap(({ nodes }) => nodes)) {
    if (!callsModel(node)) continue;
    const { model, fallbacks = [], extraConfig } = agentConfig(node);
    for (const id of [model, ...fallbacks]) {
      const hasWindow = extraConfig?.contextWindow !== undefined && (called.get(id)?.hasWindow ?? true);
      called.set(id, { id, hasWindow });
    }
  }
  return [...called.values()];
}
