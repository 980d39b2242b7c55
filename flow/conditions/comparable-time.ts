const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const EPOCH_MILLISECONDS = /^\d{9,15}$/;

/** Returns milliseconds. A time without a zone counts as UTC, so that every machine agrees. */
export function comparableTime(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (EPOCH_MILLISECONDS.test(text)) return Number(text);
  const [, date, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  // The date parser reads February 30 as March 2, so checks the day.
  if (date === undefined || !isDay(date)) return undefined;
  const withColon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const milliseconds = Date.parse(`${date}T${time}${withColon}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function isDay(date: string): boolean {
  const start = new Date(`${date}T00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(date);
}
