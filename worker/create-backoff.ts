/** Returns a function that is true for a new key, and then at doubling intervals of up to `maxMs`. */
export function createBackoff({ firstMs, maxMs }: { firstMs: number; maxMs: number }) {
  const pauses = new Map<string, { pauseMs: number; dueMs: number }>();
  return (key: string, nowMs = performance.now()): boolean => {
    const last = pauses.get(key);
    if (last && nowMs < last.dueMs) return false;
    for (const [old, { dueMs }] of pauses) if (dueMs + maxMs < nowMs) pauses.delete(old);
    const pauseMs = last ? Math.min(last.pauseMs * 2, maxMs) : firstMs;
    pauses.set(key, { pauseMs, dueMs: nowMs + pauseMs });
    return true;
  };
}
