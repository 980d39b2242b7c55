import { summaryBudget } from '../../summary/summary-budget.js';

/** A level may have its budget three times: for its summary, for its messages, for what hangs on it. */
const PARTS = 3;

/**
 * The plain tokens that each part of each level above a thread may have, root first: by the level's depth as its
 * summary, and all together no more than `room`.
 */
export function aboveBudgets(
  depths: readonly number[],
  { room, tokens }: { room: number; tokens?: readonly number[] | undefined },
): number[] {
  const wanted = depths.map((depth) => summaryBudget(depth, tokens));
  const total = PARTS * wanted.reduce((sum, budget) => sum + budget, 0);
  const share = total > room ? room / total : 1;
  return wanted.map((budget) => Math.floor(budget * share));
}
