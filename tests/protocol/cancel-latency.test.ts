import { describe, expect, test } from 'vitest';
import {
  heartbeatTimes,
  MAX_CANCEL_LATENCY_MS,
  MIN_CANCEL_LATENCY_MS,
} from '../../protocol/cancel-latency.js';

const FIXED_TIMEOUT_MS = 20_000;

describe('heartbeatTimes', () => {
  test.each([
    [undefined, { heartbeatMs: 600, throttleMs: 1_000, heartbeatTimeoutMs: 10_000 }],
    [10_000, { heartbeatMs: 6_000, throttleMs: 10_000, heartbeatTimeoutMs: 30_000 }],
  ])('%s ms -> %o', (latency, times) => {
    expect(heartbeatTimes(latency)).toEqual(times);
  });

  test('any latency that may be set -> a Heartbeat is sent well before every timeout', () => {
    for (let latency = MIN_CANCEL_LATENCY_MS; latency <= MAX_CANCEL_LATENCY_MS; latency += 500) {
      const { heartbeatMs, throttleMs, heartbeatTimeoutMs } = heartbeatTimes(latency);
      for (const timeoutMs of [heartbeatTimeoutMs, FIXED_TIMEOUT_MS]) {
        const betweenMs = Math.min(throttleMs, 0.8 * timeoutMs);
        expect(Math.max(heartbeatMs, betweenMs)).toBeLessThan(0.9 * timeoutMs);
      }
    }
  });
});
