const SHORTEST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 30_000;
const STEP_MS = 250;
/** Enough room for hundreds of retries, yet soon enough for a person who waits. */
const HORIZON_MS = 120_000;

const lastReturn = new Map<string, number>();

/** Returns when to retry work that holds no slot, so that a user's retries do not all come at once. */
export function spreadRetry(user: string, { attempt, nowMs = performance.now() }: SpreadInput): number {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 1.25 ** (attempt - 1));
  for (const [other, returnMs] of lastReturn) if (returnMs < nowMs) lastReturn.delete(other);
  const earliestMs = Math.max(nowMs + pauseMs, (lastReturn.get(user) ?? 0) + STEP_MS);
  const returnMs = Math.min(earliestMs, nowMs + HORIZON_MS);
  lastReturn.set(user, returnMs);
  return Math.round(returnMs - nowMs);
}

interface SpreadInput {
  attempt: number;
  nowMs?: number;
}
