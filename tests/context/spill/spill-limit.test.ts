import { describe, expect, test } from 'vitest';
import { readSpillPct, spillLimit } from '../../../context/spill/spill-limit.js';

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

describe('readSpillPct', () => {
  test.each([
    [undefined, 15],
    ['', 15],
    [' 20 ', 20],
    ['7.5', 7.5],
    ['0', 0],
    ['250', 250],
  ])('%j -> %d without a warning', (value, pct) => {
    expect(readSpillPct(value)).toEqual({ pct });
  });

  test.each(['abc', '-5', 'NaN', 'Infinity', '15%', '1e2', '0x10'])(
    'H4: %j -> the default and a warning with variable and value',
    (value) => {
      const { pct, warning } = readSpillPct(value);
      expect(pct).toBe(15);
      expect(warning).toContain('TOOL_MAX_ALLOCATED_CONTEXT_WINDOW_PCT');
      expect(warning).toContain(`'${value}'`);
    },
  );
});
