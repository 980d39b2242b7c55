import { describe, expect, test } from 'vitest';
import { compactionProblem, isCompactionDue } from '../../../context/plan/is-compaction-due.js';

const ON = { isOn: true, pct: 95 };
const OFF = { isOn: false, pct: 95 };

describe('isCompactionDue', () => {
  test.each([
    ['H28: 90,905 of 100,000', ON, { total: 90_905, reserve: 4_096, window: 100_000 }, true],
    ['H28: 90,904 of 100,000', ON, { total: 90_904, reserve: 4_096, window: 100_000 }, false],
    ['H29: off', OFF, { total: 90_905, reserve: 4_096, window: 100_000 }, false],
    ['no room at all', ON, { total: 200_000, reserve: 4_096, window: 100_000 }, true],
    [
      '100 percent, full',
      { isOn: true, pct: 100 },
      { total: 96_000, reserve: 4_000, window: 100_000 },
      false,
    ],
    ['100 percent, over', { isOn: true, pct: 100 }, { total: 96_001, reserve: 4_000, window: 100_000 }, true],
    ['a fraction of a percent', { isOn: true, pct: 0.5 }, { total: 4, reserve: 1, window: 1_000 }, false],
  ])('%s -> strictly over the share', (_name, settings, figures, isDue) => {
    expect(isCompactionDue(settings, figures)).toBe(isDue);
  });

  test('any window that cannot be divided evenly -> not rounded in either direction', () => {
    const isDue = (total: number): boolean => isCompactionDue(ON, { total, reserve: 1_000, window: 33_333 });
    expect([isDue(30_666), isDue(30_667)]).toEqual([false, true]);
  });
});

describe('compactionProblem', () => {
  test.each([
    ['H31: the threshold itself', ON, { reserve: 95_000, window: 100_000 }, true],
    ['H31: more than the threshold', ON, { reserve: 99_999, window: 100_000 }, true],
    ['one token less', ON, { reserve: 94_999, window: 100_000 }, false],
    ['the same with compaction off', OFF, { reserve: 99_999, window: 100_000 }, false],
  ])('%s -> a sentence or nothing', (_name, settings, figures, isRefused) => {
    const problem = compactionProblem(settings, figures);
    if (isRefused) expect(problem).toContain(`${figures.reserve} output tokens`);
    else expect(problem).toBeUndefined();
  });
});
