import { describe, expect, test } from 'vitest';
import { PlanSummer } from '../../../cli/backtest/sum-plans.js';

type Plan = Parameters<PlanSummer['add']>[0];

describe('PlanSummer', () => {
  test('a call that would no longer fit -> neither sum includes it', () => {
    const summer = new PlanSummer();
    summer.add(plan('send'));
    summer.add(plan('cannot-fit'));
    const { was, would, ...counts } = summer.sums();
    expect(counts).toEqual({ planned: 2, changed: 1, failures: [] });
    expect(was).toMatchObject({ tokens: 1_000, cost: '0.010000000000' });
    expect(would).toEqual({ ...was, compacted: 0, cannotFit: 1 });
  });
});

function plan(verdict: string): Plan {
  const arithmetic = { systemTokens: 0, toolTokens: 0, tokens: 1_000 };
  const was = { arithmetic, left: [], segments: [], cost: '0.01' };
  return { was, would: { ...was, verdict } } as unknown as Plan;
}
