import type { RoundStats } from '../../messages/round-stats.js';

export interface RoundSummary {
  round: number;
  /** Replaces the beginning of the query. */
  question?: string;
  tokens?: number;
  cacheHit?: number;
  seconds?: number;
}

export function wordStats({ tokens, cacheHit, seconds }: Omit<RoundSummary, 'round'> = {}): string {
  return [
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(cacheHit === undefined ? [] : [`${cacheHit.toFixed(1)} % from cache`]),
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
  ].join(' · ');
}

export type SummarizedRound = RoundStats & { round: number; question: string };

/** Without figures where no model was called. */
export function toSummaries(rounds: readonly SummarizedRound[]): RoundSummary[] {
  return rounds.map(({ round, question, usage, cacheHitPercent, elapsedSeconds }) => ({
    round,
    question,
    ...(usage.input + usage.output > 0 && {
      tokens: usage.input + usage.output,
      cacheHit: cacheHitPercent,
      seconds: elapsedSeconds,
    }),
  }));
}
