/** Users do not notice a shorter latency. */
export const MIN_CANCEL_LATENCY_MS = 500;
/** Some Heartbeat timeouts are 20 seconds, and Heartbeats take 60 % of the latency. */
export const MAX_CANCEL_LATENCY_MS = 20_000;
const DEFAULT_MS = 1_000;
/** At least this long, because garbage collection must not make a worker look dead. */
const MIN_HEARTBEAT_TIMEOUT_MS = 10_000;

/**
 * The SDK sends at most one Heartbeat per `throttleMs`. Longer times cost fewer Actions, but detect a dead
 * worker later.
 */
export function heartbeatTimes(cancelLatencyMs = DEFAULT_MS) {
  return {
    heartbeatMs: 0.6 * cancelLatencyMs,
    throttleMs: cancelLatencyMs,
    heartbeatTimeoutMs: Math.max(MIN_HEARTBEAT_TIMEOUT_MS, 3 * cancelLatencyMs),
  };
}

export function isCancelLatency(milliseconds: number): boolean {
  return (
    Number.isSafeInteger(milliseconds) &&
    milliseconds >= MIN_CANCEL_LATENCY_MS &&
    milliseconds <= MAX_CANCEL_LATENCY_MS
  );
}
