export interface CompactionSettings {
  isOn: boolean;
  pct: number;
}

export function isCompactionDue(
  { isOn, pct }: CompactionSettings,
  { total, reserve, window }: { total: number; reserve: number; window: number },
): boolean {
  return isOn && (total + reserve) * 100 > window * pct;
}

export function roomBelowCompaction(
  { isOn, pct }: CompactionSettings,
  { reserve, window }: { reserve: number; window: number },
): number {
  return isOn ? Math.floor((window * pct) / 100) - reserve : Infinity;
}

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
