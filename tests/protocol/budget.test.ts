import { describe, expect, test } from 'vitest';
import { budgetProblem } from '../../protocol/budget.js';

const TOKENS = 'it must be a positive whole number of tokens';
const COST = 'it must be a positive number of USD below 100,000,000';
const OBJECT = "it must be an object with 'tokens' and 'cost'";

describe('budgetProblem', () => {
  test.each([
    { tokens: 1 },
    { cost: 0.5 },
    { tokens: 1_000_000, cost: 12.5 },
    { tokens: Number.MAX_SAFE_INTEGER, cost: 99_999_999.99 },
    { cost: 1e-12 },
    { tokens: 5, cost: undefined },
  ])('%o -> a valid budget', (budget) => {
    expect(budgetProblem(budget)).toBeUndefined();
  });

  test.each([
    [{ tokens: 0 }, `Budget field 'tokens' is '0'; ${TOKENS}`],
    [{ tokens: -5 }, `Budget field 'tokens' is '-5'; ${TOKENS}`],
    [{ tokens: 1.5 }, `Budget field 'tokens' is '1.5'; ${TOKENS}`],
    [{ tokens: Number.NaN }, `Budget field 'tokens' is 'NaN'; ${TOKENS}`],
    [{ tokens: Number.POSITIVE_INFINITY }, `Budget field 'tokens' is 'Infinity'; ${TOKENS}`],
    [{ tokens: 2 ** 53 }, `Budget field 'tokens' is '9007199254740992'; ${TOKENS}`],
    [{ tokens: '1000' }, `Budget field 'tokens' is '1000'; ${TOKENS}`],
    [{ tokens: 5n }, `Budget field 'tokens' is '5'; ${TOKENS}`],
    [{ tokens: null, cost: 1 }, `Budget field 'tokens' is 'null'; ${TOKENS}`],
    [{ tokens: [5] }, `Budget field 'tokens' is an array; ${TOKENS}`],
    [{ cost: 0 }, `Budget field 'cost' is '0'; ${COST}`],
    [{ cost: -0.01 }, `Budget field 'cost' is '-0.01'; ${COST}`],
    [{ cost: 1e-13 }, `Budget field 'cost' is '1e-13'; ${COST}`],
    [{ cost: 1e8 }, `Budget field 'cost' is '100000000'; ${COST}`],
    [{ cost: Number.NaN }, `Budget field 'cost' is 'NaN'; ${COST}`],
    [{ cost: { amount: 1 } }, `Budget field 'cost' is an object; ${COST}`],
    [{ cost: Symbol('x') }, `Budget field 'cost' is a symbol; ${COST}`],
    [{ cost: 1, steps: 3 }, "Budget field 'steps' is not known; a budget has 'tokens' and 'cost'"],
    [{ toString: 1 }, "Budget field 'toString' is not known; a budget has 'tokens' and 'cost'"],
    [
      { ['x'.repeat(80)]: 1 },
      `Budget field '${'x'.repeat(50)}' is not known; a budget has 'tokens' and 'cost'`,
    ],
    [{}, "A budget sets no limit; it must have at least one of 'tokens' and 'cost'"],
    [{ tokens: undefined }, "A budget sets no limit; it must have at least one of 'tokens' and 'cost'"],
    [null, `A budget is 'null'; ${OBJECT}`],
    [1000, `A budget is '1000'; ${OBJECT}`],
    ['1000', `A budget is '1000'; ${OBJECT}`],
    [[1000], `A budget is an array; ${OBJECT}`],
    [undefined, `A budget is 'undefined'; ${OBJECT}`],
  ])('%o -> a sentence with field, value and accepted form', (budget, problem) => {
    expect(budgetProblem(budget)).toBe(problem);
  });
});
