import { describe, expect, test } from 'vitest';
import { spillLimit } from '../../../context/results/spill-limit.js';

describe('spillLimit', () => {
  test.each([
    ['H1', 128_000, 15, 19_200],
    ['H2', 200_000, 15, 25_000],
    ['H2', 1_000_000, 15, 25_000],
    ['a window so small that a pointer would not fit', 1_000, 15, 256],
    ['a share that is no whole number of tokens', 9_999, 15, 1_499],
    ['the whole window', 8_192, 100, 8_192],
    ['0 switches the share off', 8_192, 0, 25_000],
    ['over 100 switches the share off', 8_192, 101, 25_000],
  ])('%s: window %d at %d %% -> %d', (_name, window, pct, limit) => {
    expect(spillLimit({ window, pct })).toBe(limit);
  });
});
