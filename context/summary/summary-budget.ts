/** Tokens that a summary may have, by the depth of its thread: the root first, the last for all below it. */
const SUMMARY_BUDGETS: readonly number[] = [800, 500, 300, 150];

/** Finds the tokens for the summary of a thread at a depth; a negative depth counts as 0, a larger one as the last. */
export function summaryBudget(depth: number, budgets: readonly number[] = SUMMARY_BUDGETS): number {
  const index = Math.min(Math.max(0, Math.trunc(depth) || 0), budgets.length - 1);
  return budgets[index] ?? 0;
}
