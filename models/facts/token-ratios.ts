/** The newest ratios that are kept of a model. */
export const MOST_RATIOS = 100;
/** From this many ratios on they may lower the bound of our table. */
const ENOUGH_TO_LOWER = 10;
/** The share of requests that a learned factor must cover. Of fewer than fifty ratios it is the largest one. */
const QUANTILE = 0.98;
/** The next request holds other texts than those that were counted. */
const MARGIN = 1.02;
/**
 * No tokenizer needs more tokens than this for a text, or fewer: such a ratio counts something else, such as only what was
 * not cached, or is wrong.
 */
const MOST = 4;
const LEAST = 0.5;

/** Whether the ratio of a provider's count to our own is possible for text. */
export function isPlausibleRatio(ratio: number): boolean {
  return Number.isFinite(ratio) && ratio >= LEAST && ratio <= MOST;
}

/**
 * The factor that the newest ratios of a model show. It raises the bound of our table at once, since one request was
 * counted higher. It lowers the bound only with enough ratios, and never below 1: the next text may be of a class that
 * the model counts as we do. Absent when the ratios change nothing.
 */
export function learnedFactor(ratios: readonly number[], bound: number): number | undefined {
  if (ratios.length === 0) return undefined;
  const sorted = [...ratios].sort((one, other) => one - other);
  const upper = sorted[Math.ceil(QUANTILE * sorted.length) - 1] ?? 1;
  const factor = Math.max(1, Math.round(upper * MARGIN * 1_000) / 1_000);
  // Within the margin the bound holds: providers add a few tokens to each request.
  if (upper > bound * MARGIN) return factor;
  return ratios.length >= ENOUGH_TO_LOWER && factor < bound ? factor : undefined;
}
