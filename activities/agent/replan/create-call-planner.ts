import type { planAgain } from './plan-again.js';

/** Pass it to `connect` as `planner`, for `executions.planCall`. Loads the tokenizer with its first call. */
export const callPlanner: typeof planAgain = async (db, input) => {
  const { planAgain: plan } = await import('./plan-again.js');
  return plan(db, input);
};
