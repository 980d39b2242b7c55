/** Between two tries of one user that come back to this worker. */
const STEP_MS = 250;
/** The last of them comes back by then: hundreds of tries, and a pause that a person still waits for. */
const HORIZON_MS = 120_000;

/** When the last try of each user comes back that this process sent away. */
const lastReturn = new Map<string, number>();

/**
 * Returns the pause before the next try of work that no slot of the worker is held for. The tries of one user come back one
 * after another and not together, because each takes time of the worker and of the server only to hear that it is early.
 */
export function spreadRetry(user: string, { pauseMs, nowMs = performance.now() }: SpreadInput): number {
  for (const [other, returnMs] of lastReturn) if (returnMs < nowMs) lastReturn.delete(other);
  const earliestMs = Math.max(nowMs + pauseMs, (lastReturn.get(user) ?? 0) + STEP_MS);
  const returnMs = Math.min(earliestMs, nowMs + HORIZON_MS);
  lastReturn.set(user, returnMs);
  return Math.round(returnMs - nowMs);
}

interface SpreadInput {
  /** The pause of work that comes back alone. */
  pauseMs: number;
  nowMs?: number;
}
