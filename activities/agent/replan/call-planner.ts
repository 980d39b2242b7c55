import type { planAgain } from './plan-again.js';

/** Lets `executions.planCall` plan: pass it to `connect` as `planner`. Loads the tokenizer with its first call. */
export const callPlanner: typeof planAgain = async (db, input) => {
  const { planAgain: plan } = await import('./plan-again.js');
  return plan(db, input);
};
