import { describe, expect, test } from 'vitest';
import { learnedFactor } from '../../../models/facts/token-ratios.js';

describe('learnedFactor', () => {
  test.each([
    ['no ratio', [], 1.35, undefined],
    ['one ratio over the bound -> raised at once, with a margin', [1.5], 1.35, 1.53],
    ['within 2 % of the bound -> it holds', [1.01], 1, undefined],
    ['nine ratios under the bound -> too few to lower it', times(9, 1.1), 1.35, undefined],
    ['ten ratios under the bound -> lowered to their largest', [...times(9, 1.1), 1.2], 1.35, 1.224],
    ['far under 1 -> never below 1', times(50, 0.4), 1.35, 1],
    ['the largest of forty -> counts', [...times(39, 1.1), 1.3], 1.35, 1.326],
    ['the largest of a hundred -> an outlier', [...times(99, 1.1), 1.3], 1.35, 1.122],
    [
      'three of a hundred, as a rejection counts -> no outlier',
      [...times(97, 1.1), ...times(3, 1.5)],
      1.35,
      1.53,
    ],
  ])('%s', (_case, ratios, bound, factor) => {
    expect(learnedFactor(ratios, bound)).toBe(factor);
  });
});

function times(count: number, ratio: number): number[] {
  return Array<number>(count).fill(ratio);
}
