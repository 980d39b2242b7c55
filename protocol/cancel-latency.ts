/** Below half a second, Heartbeats cost more than a person notices. */
export const MIN_CANCEL_LATENCY_MS = 500;
/** Some Activities have a Heartbeat timeout of 20 seconds, and send one after six tenths of the latency. */
export const MAX_CANCEL_LATENCY_MS = 20_000;
/** The stop button works within two seconds. */
const DEFAULT_MS = 1_000;
/** A worker that a garbage collection or a full core delays is not dead. */
const MIN_HEARTBEAT_TIMEOUT_MS = 10_000;

/**
 * The times that decide how soon a running Activity learns of its cancellation. The SDK sends at most one
 * Heartbeat per `throttleMs`, so slower Heartbeats cost fewer Actions, and dead workers are found later.
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
