const SHORTEST_PAUSE_MS = 2_000;
/** The longest pause of work that is retried alone. */
export const LONGEST_PAUSE_MS = 30_000;
/** The time between two retries of one user. */
const STEP_MS = 250;
/** The latest retry: enough for hundreds of them, and short enough for a person who waits. */
const HORIZON_MS = 120_000;

/** The time of the last retry that this process gave out, by user. */
const lastReturn = new Map<string, number>();

/**
 * Returns the pause before the next try of work that holds no slot of the worker. The retries of one user are spread out: each
 * costs the worker and the server time, even if it comes too early.
 */
export function spreadRetry(user: string, { attempt, nowMs = performance.now() }: SpreadInput): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 1.25 ** (attempt - 1));
  for (const [other, returnMs] of lastReturn) if (returnMs < nowMs) lastReturn.delete(other);
  const earliestMs = Math.max(nowMs + pauseMs, (lastReturn.get(user) ?? 0) + STEP_MS);
  const returnMs = Math.min(earliestMs, nowMs + HORIZON_MS);
  lastReturn.set(user, returnMs);
  return Math.round(returnMs - nowMs);
}

interface SpreadInput {
  /** The number of the try that ended, from 1. */
  attempt: number;
  nowMs?: number;
}
