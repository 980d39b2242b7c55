/** A loaded endpoint may think for a minute. */
export const DEFAULT_STALL_MS = 120_000;
export const MIN_STALL_MS = 1_000;
/** The HTTP client gives up after 300 s without a reason. */
export const MAX_STALL_MS = 290_000;

export function isStallLimit(milliseconds: number): boolean {
  return Number.isSafeInteger(milliseconds) && milliseconds >= MIN_STALL_MS && milliseconds <= MAX_STALL_MS;
}
