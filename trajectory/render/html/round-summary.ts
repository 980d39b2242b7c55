/** What is known of a round besides its nodes. */
export interface RoundSummary {
  round: number;
  /** Instead of the beginning of the round's query. */
  question?: string;
  tokens?: number;
  /** In percent. */
  cacheHit?: number;
  seconds?: number;
}

/** The figures of a round in words: `1,204 tokens · 83.0 % from cache · 12.5 s`. */
export function wordStats({ tokens, cacheHit, seconds }: Omit<RoundSummary, 'round'> = {}): string {
  return [
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(cacheHit === undefined ? [] : [`${cacheHit.toFixed(1)} % from cache`]),
    ...(seconds === undefined ? [] : [`${seconds.toFixed(1)} s`]),
  ].join(' · ');
}
