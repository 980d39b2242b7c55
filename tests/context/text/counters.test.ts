import { describe, expect, test } from 'vitest';
import { scaleCounters, scaleTokens } from '../../../context/text/counters.js';
import { COUNTERS, user, words } from '../messages.js';

describe('scaleCounters', () => {
  test('a factor of 1 -> the same counters', () => {
    expect(scaleCounters(COUNTERS, 1)).toBe(COUNTERS);
  });

  test('another factor -> each text and each message times it, rounded up', () => {
    const { countText, countMessage } = scaleCounters(COUNTERS, 1.1);
    expect([countText(''), countText(words(1)), countText(words(10)), countText(words(11))]).toEqual([
      0, 2, 11, 13,
    ]);
    expect(countMessage(user(words(5)))).toBe(10);
  });
});

describe('scaleTokens', () => {
  test.each([
    [100, 1, 100],
    [100, 1.35, 135],
    [3, 1.5, 5],
    [0, 2, 0],
    [10, 0.25, 3],
    [100, 1.1, 110],
    [1_000_000, 1.000001, 1_000_001],
  ])('%i tokens times %d -> %i', (tokens, factor, scaled) => {
    expect(scaleTokens(tokens, factor)).toBe(scaled);
  });
});
