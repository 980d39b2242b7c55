import { readFileSync } from 'node:fs';

export type ReadMs = () => number;

const NANOSECONDS = 1e6;
const clock: ReadMs = () => performance.now();

export function startCpuBudget(ms: number, readCpuMs: ReadMs): ReadMs {
  const startedAt = readCpuMs();
  return () => Math.max(0, ms - (readCpuMs() - startedAt));
}

/** Reads the CPU time rarely: it never passes faster than wall-clock time. */
export function isOverBudget(leftMs: ReadMs, now: ReadMs = clock): () => boolean {
  let nextLookAt = now() + leftMs();
  return () => {
    if (now() < nextLookAt) return false;
    const left = leftMs();
    nextLookAt = now() + left;
    return left <= 0;
  };
}

export function threadCpuReader(threadId: string | undefined): ReadMs {
  if (threadId === undefined) return clock;
  // The file begins with the nanoseconds spent on a CPU.
  const path = `/proc/self/task/${threadId}/schedstat`;
  const read: ReadMs = () => Number.parseInt(readFileSync(path, 'utf8'), 10) / NANOSECONDS;
  const readOrEnd: ReadMs = () => {
    try {
      return read();
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  };
  try {
    return Number.isFinite(read()) ? readOrEnd : clock;
  } catch {
    return clock;
  }
}
