import { describe, expect, test } from 'vitest';
import { RateWindows } from '../../../packages/gateway/access/rate-windows.js';

describe('RateWindows', () => {
  test('more than the limit per minute -> refused until the next minute, for this user alone', () => {
    let nowMs = 90_000;
    const windows = new RateWindows(2, { now: () => nowMs });
    windows.take('ada');
    windows.take('ada');
    expect(() => windows.take('ada')).toThrow(
      expect.objectContaining({ type: 'Gateway.LimitReached', retryAfterMs: 30_000 }) as Error,
    );
    expect(() => windows.take('bob')).not.toThrow();
    nowMs += 30_000;
    expect(() => windows.take('ada')).not.toThrow();
  });
});
