const MAX_RESULT_TOKENS = 25_000;
const MIN_RESULT_TOKENS = 256;

export function spillLimit({ window, pct }: { window: number; pct: number }): number {
  if (!(pct > 0 && pct <= 100)) return MAX_RESULT_TOKENS;
  const share = Math.floor((window * pct) / 100);
  return Math.max(MIN_RESULT_TOKENS, Math.min(share, MAX_RESULT_TOKENS));
}
