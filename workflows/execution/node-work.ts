import { readTraits } from '../../flow/kinds/traits.js';
import type { NodePlan } from '../../protocol/activities/execution.js';

export function isOneActivity({ kind }: NodePlan): boolean {
  const { work, hasChild = false } = readTraits(kind);
  return work === 'evaluation' && !hasChild;
}

export function onlyWaits({ kind }: NodePlan): boolean {
  return readTraits(kind).waits === true;
}

export function hasChild({ kind }: NodePlan): boolean {
  return readTraits(kind).hasChild === true;
}
