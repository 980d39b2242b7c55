/** The default limit: a loaded endpoint may think for a minute before its first token. */
export const DEFAULT_STALL_MS = 120_000;
export const MIN_STALL_MS = 1_000;
/** The HTTP client gives up after 300 s without naming the reason. */
export const MAX_STALL_MS = 290_000;

/** Whether a number can be the time without a sign of life after which a call counts as stalled. */
export function isStallLimit(milliseconds: number): boolean {
  return Number.isSafeInteger(milliseconds) && milliseconds >= MIN_STALL_MS && milliseconds <= MAX_STALL_MS;
}
