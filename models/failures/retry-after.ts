/** A day: providers ask for seconds or minutes, and a nonsense number must not become a nonsense timer. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * How long a provider asks to wait, in milliseconds: `retry-after-ms` before `retry-after` (seconds or an HTTP date),
 * and before what the body says (`36s`). Undefined when none says anything sensible; a date in the past is 0. Header
 * names are lower case.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>> | undefined,
  bodyDelay?: string,
): number | undefined {
  const exact = toNumber(headers?.['retry-after-ms']);
  if (exact !== undefined) return clamp(exact);
  const header = headers?.['retry-after'];
  const seconds = toNumber(header);
  if (seconds !== undefined) return clamp(seconds * 1_000);
  const date = header === undefined || /^[-+.\d\s]*$/.test(header) ? NaN : Date.parse(header);
  if (!Number.isNaN(date)) return clamp(date - Date.now());
  const told = bodyDelay?.endsWith('s') ? toNumber(bodyDelay.slice(0, -1)) : undefined;
  return told === undefined ? undefined : clamp(told * 1_000);
}

function toNumber(header: string | undefined): number | undefined {
  return header !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) : undefined;
}

function clamp(milliseconds: number): number {
  return Math.round(Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS));
}
