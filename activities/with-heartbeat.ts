import { Context } from '@temporalio/activity';

/** Without Heartbeats, a cancellation would not arrive. */
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
