import { describe, expect, test } from 'vitest';
import { CHAOS_FAULT_NAMES } from '../../../packages/testing/chaos/chaos-faults.js';
import { planChaos } from '../../../packages/testing/chaos/plan-chaos.js';

const faults = CHAOS_FAULT_NAMES;

describe('planChaos', () => {
  test('the same seed -> the same plan', () => {
    expect(planChaos({ seed: 7, minutes: 10, faults })).toEqual(planChaos({ seed: 7, minutes: 10, faults }));
  });

  test('another seed -> another plan', () => {
    expect(planChaos({ seed: 7, minutes: 10, faults })).not.toEqual(
      planChaos({ seed: 8, minutes: 10, faults }),
    );
  });

  test.each([1, 2, 3])('seed %i -> one fault after another, all within the time', (seed) => {
    const plan = planChaos({ seed, minutes: 10, faults });
    for (const [index, { atMs, forMs }] of plan.entries())
      expect(atMs + forMs).toBeLessThan(plan[index + 1]?.atMs ?? 600_000);
  });

  test.each([1, 2, 3])('seed %i -> every kind occurs before one repeats', (seed) => {
    const names = planChaos({ seed, minutes: 10, faults }).map(({ fault }) => fault);
    expect(new Set(names.slice(0, faults.length)).size).toBe(faults.length);
  });

  test('30 s of calm -> that long between two faults', () => {
    const plan = planChaos({ seed: 1, minutes: 10, faults, calmSeconds: 30 });
    const pauses = plan
      .slice(1)
      .map(({ atMs }, index) => atMs - (plan[index]?.atMs ?? 0) - (plan[index]?.forMs ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(30_000);
  });

  test('no time for a fault -> throws', () => {
    expect(() => planChaos({ seed: 1, minutes: 0.1, faults })).toThrow('too short');
  });
});
