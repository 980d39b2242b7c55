import { readTraits } from '../../flow/kinds/traits.js';
import type { NodePlan } from '../../protocol/activities/execution.js';

export function isOneActivity({ kind }: NodePlan): boolean {
  return readTraits(kind).work === 'evaluation' && !hasChild({ kind });
}

export function onlyWaits({ kind }: NodePlan): boolean {
  return readTraits(kind).waits === true;
}

export function hasChild({ kind }: Pick<NodePlan, 'kind'>): boolean {
  const { runsFlow = false, runsWorkflow = false } = readTraits(kind);
  return runsFlow || runsWorkflow;
}
