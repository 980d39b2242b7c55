/** Tokens that a summary may have, by the depth of its thread: the root first, the last for all below it. */
export const SUMMARY_BUDGETS: readonly number[] = [800, 500, 300, 150];

/** Tokens for the summary of a thread at a depth; a negative depth is 0, one past the list has the last. */
export function summaryBudget(depth: number, budgets: readonly number[] = SUMMARY_BUDGETS): number {
  const index = Math.min(Math.max(0, Math.trunc(depth) || 0), budgets.length - 1);
  return budgets[index] ?? 0;
}
