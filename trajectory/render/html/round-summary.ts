import type { RoundStats } from '../../messages/round-stats.js';

/** A round's question and figures. */
export interface RoundSummary {
  round: number;
  /** Shown instead of the beginning of the round's query. */
  question?: string;
  tokens?: number;
  /** In percent. */
  cacheHit?: number;
  seconds?: number;
}

/** Puts the figures of a round into words: `1,204 tokens · 83.0 % from cache · 12.5 s`. */
export function wordStats({ tokens, cacheHit, seconds }: Omit<RoundSummary, 'round'> = {}): string {
  return [
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(cacheHit === undefined ? [] : [`${cacheHit.toFixed(1)} % from cache`]),
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
  ].join(' · ');
}

/** A round with the figures that it is summarized by. */
export type SummarizedRound = RoundStats & { round: number; question: string };

/** Takes the figures of rounds that pages show. */
export function toSummaries(rounds: readonly SummarizedRound[]): RoundSummary[] {
  return rounds.map(({ round, question, usage, cacheHitPercent, elapsedSeconds }) => ({
    round,
    question,
    tokens: usage.input + usage.output,
    cacheHit: cacheHitPercent,
    seconds: elapsedSeconds,
  }));
}
