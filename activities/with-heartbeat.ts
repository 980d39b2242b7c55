import { Context } from '@temporalio/activity';

/** Sends Heartbeats, because an Activity without them receives no cancellation. */
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
