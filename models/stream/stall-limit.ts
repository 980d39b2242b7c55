/** Long, because a busy endpoint may think for a minute. */
export const DEFAULT_STALL_MS = 120_000;
export const MIN_STALL_MS = 1_000;
/** After 300 s, the HTTP client gives up without a reason. */
export const MAX_STALL_MS = 290_000;

export function isStallLimit(milliseconds: number): boolean {
  return Number.isSafeInteger(milliseconds) && milliseconds >= MIN_STALL_MS && milliseconds <= MAX_STALL_MS;
}
