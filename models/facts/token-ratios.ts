export const MAX_RATIOS = 100;
const ENOUGH_TO_LOWER = 10;
const QUANTILE = 0.98;
const MARGIN = 1.02;
/** The provider's count divided by ours. Beyond these limits, the provider counted other input. */
const MOST = 4;
const LEAST = 0.5;

export function isPlausibleRatio(ratio: number): boolean {
  return Number.isFinite(ratio) && ratio >= LEAST && ratio <= MOST;
}

/** Corrects our counts; undefined keeps `bound`. At least 1, because overestimating is safer. */
export function learnedFactor(ratios: readonly number[], bound: number): number | undefined {
  if (ratios.length === 0) return undefined;
  const sorted = [...ratios].sort((one, other) => one - other);
  const upper = sorted[Math.ceil(QUANTILE * sorted.length) - 1] ?? 1;
  const factor = Math.max(1, Math.round(upper * MARGIN * 1_000) / 1_000);
  if (upper > bound * MARGIN) return factor;
  return ratios.length >= ENOUGH_TO_LOWER && factor < bound ? factor : undefined;
}
