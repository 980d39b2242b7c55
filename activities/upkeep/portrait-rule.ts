import type { FlowDefinition } from '../../flow/definition.js';
import { callsModel } from '../../flow/kinds/model-node.js';
import { trajectorySettings, type ResolvedTrajectory } from '../../flow/settings/trajectory-settings.js';

export function portraitRule(flow: FlowDefinition): ResolvedTrajectory['descriptions'] {
  const { descriptions } = trajectorySettings(flow);
  return descriptions?.model === undefined && !flow.nodes.some(callsModel) ? undefined : descriptions;
}
