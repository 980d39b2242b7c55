import type { planAgain } from './plan-again.js';

/** Pass it to `connect` as `planner`. The first call loads the tokenizer. */
export const callPlanner: typeof planAgain = async (db, input) => {
  const { planAgain: plan } = await import('./plan-again.js');
  return plan(db, input);
};
