import { Context } from '@temporalio/activity';

/**
 * Heartbeats on a timer from the first line of `work` to its last: a cancel is only heard in the answer to a
 * Heartbeat, and a dead worker only known by their absence. `details` show in the UI while it runs.
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
