const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;
/** Fewer digits are a year or a number of something else. */
const EPOCH_MILLISECONDS = /^\d{9,15}$/;

/**
 * Milliseconds since 1970 of a date: a number of them, or an ISO text. A text without a zone is UTC, so that it is
 * the same on every machine. Undefined for what is no date.
 */
export function comparableTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (EPOCH_MILLISECONDS.test(text)) return Number(text);
  const [, date, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  // The parser reads the 30th of February as the 2nd of March.
  if (date === undefined || !isDay(date)) return undefined;
  const withColon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const milliseconds = Date.parse(`${date}T${time}${withColon}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function isDay(date: string): boolean {
  const start = new Date(`${date}T00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(date);
}
