import { describe, expect, test } from 'vitest';
import { countConditions } from '../../../flow/compute/compute.js';

describe('countConditions', () => {
  test.each<[string, unknown, number]>([
    ['short', 'a', 100],
    ['(a|b)*c', 'a'.repeat(1_000), 40_000],
    ['a{999}', 'a'.repeat(1_000), 3_000_000],
  ])('pattern %s -> an estimate below the limit, and above a hundredth of it', (value, item, most) => {
    const steps = countConditions([{ field: '', operator: 'matches_regex', value }], [item]);
    expect(steps).toBeLessThan(most);
    expect(steps).toBeGreaterThan(most / 100);
  });

  test('a large value, many items -> counted no further than asked', () => {
    const item = Array.from({ length: 100_000 }, () => 'text');
    const conditions = [{ field: '', operator: 'equals' as const, value: 1 }];
    expect(countConditions(conditions, [item], 1_000)).toBeLessThan(2_000);
    expect(countConditions(conditions, [item])).toBeGreaterThan(500_000);
  });
});
