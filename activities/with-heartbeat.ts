import { Context } from '@temporalio/activity';

/**
 * Cancellation arrives only in the response to a Heartbeat, and a dead worker is known only by missing
 * ones. The UI shows `details`.
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
