const SUMMARY_BUDGETS: readonly number[] = [800, 500, 300, 150];

export function summaryBudget(depth: number, budgets: readonly number[] = SUMMARY_BUDGETS): number {
  const index = Math.min(Math.max(0, Math.trunc(depth) || 0), budgets.length - 1);
  return budgets[index] ?? 0;
}
