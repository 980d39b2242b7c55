import { describe, expect, test } from 'vitest';
import { createBackoff } from '../../worker/create-backoff.js';

describe('createBackoff', () => {
  test('asked each second -> at doubling pauses up to the longest, for each key by itself', () => {
    const isDue = createBackoff({ firstMs: 1_000, maxMs: 5_000 });
    const seconds = Array.from({ length: 20 }, (_, second) => second);
    expect(seconds.filter((second) => isDue('a', second * 1_000))).toEqual([0, 1, 3, 7, 12, 17]);
    expect([isDue('b', 19_000), isDue('a', 19_000)]).toEqual([true, false]);
  });
});
