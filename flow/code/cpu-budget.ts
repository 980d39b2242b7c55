import { readFileSync } from 'node:fs';

/** Reads a clock, in milliseconds. */
export type ReadMs = () => number;

const NANOSECONDS = 1e6;
const clock: ReadMs = () => performance.now();

/**
 * Starts a budget of a thread's time on a core, so that who works beside it takes none of it. Gives the milliseconds
 * that go by at least until it is used up; none when it is.
 */
export function startCpuBudget(ms: number, readCpuMs: ReadMs): ReadMs {
  const startedAt = readCpuMs();
  return () => Math.max(0, ms - (readCpuMs() - startedAt));
}

/** The same budget as a question that may be asked often: a core's time goes no faster than the clock. */
export function isOverBudget(leftMs: ReadMs, now: ReadMs = clock): () => boolean {
  let nextLookAt = now() + leftMs();
  return () => {
    if (now() < nextLookAt) return false;
    const left = leftMs();
    nextLookAt = now() + left;
    return left <= 0;
  };
}

/**
 * A reader of the time that a thread of this process has had on a core; by the clock where the system does not tell.
 * `threadId` is the system's own number of the thread.
 */
export function threadCpuReader(threadId: string | undefined): ReadMs {
  if (threadId === undefined) return clock;
  // Its first number are nanoseconds on a core.
  const path = `/proc/self/task/${threadId}/schedstat`;
  const read: ReadMs = () => Number.parseInt(readFileSync(path, 'utf8'), 10) / NANOSECONDS;
  const readOrEnd: ReadMs = () => {
    try {
      return read();
    } catch {
      // The thread has ended: as much as there is.
      return Number.POSITIVE_INFINITY;
    }
  };
  try {
    return Number.isFinite(read()) ? readOrEnd : clock;
  } catch {
    return clock;
  }
}
