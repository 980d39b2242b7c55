import { Context } from '@temporalio/activity';

/** A cancellation arrives only with a Heartbeat's response. */
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
