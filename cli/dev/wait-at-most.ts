import { setTimeout as delay } from 'node:timers/promises';

/** Waits for work that may never end, because what it talks to is gone; false: it took longer, or failed. */
export async function waitAtMost(waitMs: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(waitMs, false, { signal: timer.signal }).catch(() => false);
  const done = work.then(
    () => true,
    () => false,
  );
  const isDone = await Promise.race([done, late]);
  timer.abort();
  return isDone;
}
