import type { ActivityDependencies } from '../dependencies.js';
import { childOutcome, type ChildFailure } from './child-outcome.js';

export interface SettleChildInput {
  executionId: string;
  failure: ChildFailure;
}

/** Finishes the rows of a sub-execution whose Workflow was ended from outside, while others of its call still run. */
export function createSettleChild(dependencies: ActivityDependencies) {
  return async function settleChild(input: SettleChildInput): Promise<null> {
    await childOutcome(dependencies, input);
    return null;
  };
}
