import { describe, expect, test } from 'vitest';
import { formatCost, formatDuration, joinFacts } from '../../packages/studio/parts/format.js';

describe('formatDuration', () => {
  const begun = '2026-01-01T00:00:00.000Z';
  const after = (ms: number): string => new Date(Date.parse(begun) + ms).toISOString();

  test.each([
    [0, '0 ms'],
    [12, '12 ms'],
    [949, '949 ms'],
    [960, '1.0 s'],
    [2_440, '2.4 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [119_700, '2 min 0 s'],
    [185_000, '3 min 5 s'],
    [-40, '0 ms'],
  ])('%i ms -> %s', (ms, words) => {
    expect(formatDuration(begun, after(ms))).toBe(words);
  });
});

describe('formatCost', () => {
  test.each([
    [null, '–'],
    ['0', '$0'],
    ['0.00000000', '$0'],
    ['0.00001', '< $0.0001'],
    ['0.00005', '$0.0001'],
    ['1.5', '$1.5000'],
  ])('%s -> %s', (cost, words) => {
    expect(formatCost(cost)).toBe(words);
  });
});

describe('joinFacts', () => {
  test('an unknown fact -> omitted, without a separator', () => {
    expect(joinFacts(['2 ms', null, '$0'])).toBe('2 ms · $0');
    expect(joinFacts([null])).toBe('');
  });
});
