/** Share of the window, in percent, over which a history is compacted. */
export interface CompactionSettings {
  isOn: boolean;
  pct: number;
}

/**
 * Whether a context with its reserve takes more than the threshold's share of the window; equal does not. All
 * in tokens; `total` is system prompt, tools and messages.
 */
export function isCompactionDue(
  { isOn, pct }: CompactionSettings,
  { total, reserve, window }: { total: number; reserve: number; window: number },
): boolean {
  return isOn && (total + reserve) * 100 > window * pct;
}

/** The most tokens of system prompt, tools and messages together for which no compaction is due. */
export function roomBelowCompaction(
  { isOn, pct }: CompactionSettings,
  { reserve, window }: { reserve: number; window: number },
): number {
  return isOn ? Math.floor((window * pct) / 100) - reserve : Infinity;
}

/**
 * Finds the fault of a threshold and a reserve that together would compact before every call, as a sentence;
 * undefined: nothing.
 */
export function compactionProblem(
  { isOn, pct }: CompactionSettings,
  { reserve, window }: { reserve: number; window: number },
): string | undefined {
  if (!isOn || reserve * 100 < window * pct) return undefined;
  return (
    `A maximum of ${reserve} output tokens leaves no room below the compaction threshold of ${pct} % of the ` +
    `window of ${window}: every call would be compacted. Lower the maximum, raise the threshold, or switch compaction off`
  );
}
