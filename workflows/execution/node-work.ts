import { readTraits } from '../../flow/kinds/traits.js';
import type { NodePlan } from '../../protocol/activities/execution.js';

/** Neither a model, nor a sub-execution, nor a project's own kind. */
export function isOneActivity({ kind }: NodePlan): boolean {
  const { work, hasChild = false } = readTraits(kind);
  return work === 'evaluation' && !hasChild;
}

/** Whether a node only waits for a person or a time. */
export function onlyWaits({ kind }: NodePlan): boolean {
  return readTraits(kind).waits === true;
}

/** Whether a node starts a sub-execution, which may take days. */
export function hasChild({ kind }: NodePlan): boolean {
  return readTraits(kind).hasChild === true;
}
