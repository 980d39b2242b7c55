import { describe, expect, test } from 'vitest';
import {
  formatElapsed,
  formatCost,
  formatDuration,
  formatTokens,
  formatTotalCost,
} from '../../../cli/format/format-values.js';

describe('formatDuration', () => {
  test.each([
    [-5, '0 ms'],
    [0, '0 ms'],
    [999, '999 ms'],
    [1_000, '1.0 s'],
    [59_999, '59.9 s'],
    [60_000, '1 min 0 s'],
    [3_599_999, '59 min 59 s'],
    [3_660_000, '1 h 1 min'],
  ])('%d ms -> %s', (milliseconds, words) => expect(formatDuration(milliseconds)).toBe(words));
});

describe('formatCost', () => {
  test.each([
    ['0.000000000000', '$0'],
    ['0', '$0'],
    ['10', '$10'],
    ['0.001230000000', '$0.00123'],
    ['12.500000000000', '$12.5'],
    [null, 'unknown'],
  ])('%s -> %s', (decimal, words) => expect(formatCost(decimal)).toBe(words));
});

describe('formatTotalCost', () => {
  test.each([
    ['0', 0, '$0'],
    ['0.12', 0, '$0.12'],
    ['0.12', 3, 'at least $0.12'],
    [null, 3, 'unknown'],
  ])('%s and %d calls without a price -> %s', (cost, unpricedCalls, words) =>
    expect(formatTotalCost({ cost, unpricedCalls })).toBe(words),
  );
});

describe('elapsed', () => {
  test('a finished execution -> the time from start to end', () =>
    expect(formatElapsed({ createdAt: new Date(1_000), finishedAt: new Date(3_500) })).toBe('2.5 s'));
  test('a running execution -> the time until now', () =>
    expect(formatElapsed({ createdAt: new Date(Date.now() - 65_000), finishedAt: null })).toBe('1 min 5 s'));
});

describe('formatTokens', () => {
  test('input and output -> both named', () =>
    expect(formatTokens({ inputTokens: 12, outputTokens: 3 })).toBe('12 in, 3 out'));
});
