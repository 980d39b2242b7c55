import { Context } from '@temporalio/activity';

/**
 * Sends Heartbeats while `work` runs: cancellation arrives only in the response to a Heartbeat, and a dead
 * worker is known only by their absence. The UI shows `details`.
 */
export async function withHeartbeat<Result>(
  { everyMs, details }: { everyMs: number; details: () => unknown },
  work: () => Promise<Result>,
): Promise<Result> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(details()), everyMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
