import { describe, expect, test } from 'vitest';
import { isOverBudget, startCpuBudget, threadCpuReader } from '../../../flow/code/cpu-budget.js';

describe('isOverBudget', () => {
  test('a thread with half of a core -> not over before it has used all of its time', () => {
    let clockMs = 0;
    const isOver = isOverBudget(
      startCpuBudget(1_000, () => clockMs / 2),
      () => clockMs,
    );
    const overAt = [500, 1_000, 1_999, 2_000, 2_001].map((now) => {
      clockMs = now;
      return isOver();
    });
    expect(overAt).toEqual([false, false, false, true, true]);
  });

  test('frequent checks -> the time on a core is read only when it may be used up', () => {
    let clockMs = 0;
    let reads = 0;
    const leftMs = startCpuBudget(1_000, () => {
      reads += 1;
      return clockMs * 0.9;
    });
    const isOver = isOverBudget(leftMs, () => clockMs);
    while (!isOver()) clockMs += 1;
    expect(clockMs).toBeGreaterThan(1_100);
    expect(reads).toBeLessThan(10);
  });
});

describe('threadCpuReader', () => {
  test.each([undefined, 'no thread'])('thread %s -> the clock', (threadId) => {
    const readMs = threadCpuReader(threadId);
    const before = performance.now();
    expect(readMs()).toBeGreaterThanOrEqual(before);
  });
});
