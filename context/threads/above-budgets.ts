import { summaryBudget } from '../summary/summary-budget.js';

const PARTS = 3;

/** Returns the budget of each level, the root first, in tokens before the token factor. */
export function aboveBudgets(
  depths: readonly number[],
  { room, tokens }: { room: number; tokens?: readonly number[] | undefined },
): number[] {
  const wanted = depths.map((depth) => summaryBudget(depth, tokens));
  const total = PARTS * wanted.reduce((sum, budget) => sum + budget, 0);
  const share = total > room ? room / total : 1;
  return wanted.map((budget) => Math.floor(budget * share));
}
