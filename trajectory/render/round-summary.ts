import type { RoundStats } from '../messages/round-stats.js';

export type RoundSummary = RoundStats & { round: number; question: string };

/** Empty without a model call. */
export function wordStats({ usage, cacheHitPercent, elapsedSeconds }: RoundStats): string {
  const tokens = usage.input + usage.output;
  if (tokens === 0) return '';
  return [
    `${tokens.toLocaleString('en-US')} tokens`,
    `${cacheHitPercent.toFixed(1)} % from cache`,
    `${elapsedSeconds.toFixed(1)} s`,
  ].join(' · ');
}
