import { summaryBudget } from '../summary/summary-budget.js';

const PARTS = 3;

/** In plain tokens per level, the root first. */
export function aboveBudgets(
  depths: readonly number[],
  { room, tokens }: { room: number; tokens?: readonly number[] | undefined },
): number[] {
  const wanted = depths.map((depth) => summaryBudget(depth, tokens));
  const total = PARTS * wanted.reduce((sum, budget) => sum + budget, 0);
  const share = total > room ? room / total : 1;
  return wanted.map((budget) => Math.floor(budget * share));
}
