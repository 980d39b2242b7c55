interface Timed {
  startMs: number;
  endMs: number | null;
}

/** At least a millisecond. An open row ends now. */
export function timeSpan(rows: readonly Timed[], nowMs: number): { startMs: number; endMs: number } {
  let [startMs, endMs] = [Infinity, -Infinity];
  for (const row of rows) {
    startMs = Math.min(startMs, row.startMs);
    endMs = Math.max(endMs, row.endMs ?? nowMs, row.startMs);
  }
  if (startMs === Infinity) return { startMs: nowMs, endMs: nowMs + 1 };
  return { startMs, endMs: Math.max(endMs, startMs + 1) };
}

/** Never ends before its start, because two machines' clocks may disagree. */
export function toShare(
  row: Timed,
  span: { startMs: number; endMs: number },
): { start: number; end: number } {
  const length = span.endMs - span.startMs;
  const share = (ms: number): number => Math.max(0, Math.min(1, (ms - span.startMs) / length));
  const start = share(row.startMs);
  return { start, end: Math.max(start, share(row.endMs ?? span.endMs)) };
}
