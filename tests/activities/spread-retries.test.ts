import { describe, expect, test } from 'vitest';
import { spreadRetry } from '../../activities/spread-retries.js';

describe('spreadRetry', () => {
  test('many tries of one user at once -> retried one after another, all within the horizon', () => {
    const pauses = Array.from({ length: 1_000 }, () => spreadRetry('ada', { attempt: 1, nowMs: 0 }));
    expect(pauses.slice(0, 4)).toEqual([2_000, 2_250, 2_500, 2_750]);
    expect(Math.max(...pauses)).toBe(120_000);
  });

  test('a try of another user, or long after -> its own pause', () => {
    for (let time = 1; time <= 3; time += 1) spreadRetry('bob', { attempt: 1, nowMs: 0 });
    expect(spreadRetry('eve', { attempt: 1, nowMs: 0 })).toBe(2_000);
    expect(spreadRetry('bob', { attempt: 1, nowMs: 60_000 })).toBe(2_000);
  });
});
