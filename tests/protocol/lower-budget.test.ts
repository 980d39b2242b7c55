import { describe, expect, test } from 'vitest';
import { lowerBudget, type Budget } from '../../protocol/budget.js';

describe('lowerBudget', () => {
  test.each<[flow: Budget | null, given: Budget | undefined, result: Budget | undefined]>([
    [null, undefined, undefined],
    [{ tokens: 5 }, undefined, { tokens: 5 }],
    [null, { cost: 1 }, { cost: 1 }],
    [{ tokens: 5 }, { tokens: 9 }, { tokens: 5 }],
    [{ tokens: 5 }, { tokens: 3 }, { tokens: 3 }],
    [{ tokens: 5 }, { cost: 1 }, { tokens: 5, cost: 1 }],
    [{ tokens: 5, cost: 2 }, { cost: 9 }, { tokens: 5, cost: 2 }],
  ])("%j of the flow, %j given -> %j, never above the flow's", (flow, given, result) =>
    expect(lowerBudget(flow, given)).toEqual(result),
  );
});
