import { describe, expect, test } from 'vitest';
import { readSpillPct } from '../../../context/plan/settings.js';

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
