import type { FlowDefinition } from '../../flow/definition.js';
import { callsModel } from '../../flow/kinds/model-node.js';
import { trajectorySettings, type ResolvedTrajectory } from '../../flow/settings/trajectory-settings.js';

/** How what a flow touches is described; undefined: it is not, or there is no model to do it with. */
export function portraitRule(flow: FlowDefinition): ResolvedTrajectory['portraits'] {
  const { portraits } = trajectorySettings(flow);
  return portraits?.model === undefined && !flow.nodes.some(callsModel) ? undefined : portraits;
}
