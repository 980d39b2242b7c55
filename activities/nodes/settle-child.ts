import type { ActivityDependencies } from '../dependencies.js';
import { childOutcome } from './child-outcome.js';
import type { SettleChildInput } from '../../protocol/activities/nodes.js';

/** Finishes the rows of a sub-execution whose Workflow was ended from outside, while others of its call still run. */
export function createSettleChild(dependencies: ActivityDependencies) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await childOutcome(dependencies, input);
    return null;
  };
}
