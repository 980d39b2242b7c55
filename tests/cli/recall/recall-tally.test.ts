import { describe, expect, test } from 'vitest';
import { RecallTally } from '../../../cli/recall/recall-tally.js';

describe('RecallTally', () => {
  test('questions asked with two budgets -> share and median of each', () => {
    const tally = new RecallTally([1_000, 2_000]);
    for (const [isFound, ms] of [[true, 5], [false, 1], [true, 9]] as const) tally.add({ tokens: 1_000, isFound, ms }); // prettier-ignore
    expect(tally.results()).toEqual([
      { tokens: 1_000, questions: 3, share: 0.6667, medianMs: 5 },
      { tokens: 2_000, questions: 0, share: null, medianMs: null },
    ]);
  });

  test('a budget of no tally -> throws', () => {
    expect(() => new RecallTally([1]).add({ tokens: 2, isFound: true, ms: 1 })).toThrow('Budget 2');
  });
});
