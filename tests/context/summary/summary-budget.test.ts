import { describe, expect, test } from 'vitest';
import { summaryBudget } from '../../../context/summary/summary-budget.js';

describe('summaryBudget', () => {
  test.each([
    ['D1', 0, 800],
    ['D1', 1, 500],
    ['D1', 2, 300],
    ['D1', 3, 150],
    ['D2', 10, 150],
    ['D2', 100, 150],
    ['negative', -1, 800],
    ['not a number', NaN, 800],
  ])('%s: depth %d -> %d', (_name, depth, tokens) => {
    expect(summaryBudget(depth)).toBe(tokens);
  });

  test("a flow's own budgets -> the last one applies to all deeper levels", () => {
    expect(summaryBudget(5, [40, 30])).toBe(30);
  });
});
