const LANGUAGE = undefined;
const NUMBERS = new Intl.NumberFormat(LANGUAGE);
const TIMES = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'short' });
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'medium' });
const DAYS = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });
const DATES = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeZone: 'UTC' });
const SINCE = new Intl.RelativeTimeFormat(LANGUAGE, { style: 'short' });
const NOW = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

export function formatDate(day: string): string {
  return DATES.format(new Date(day));
}

export function formatTime(iso: string | null): string {
  return iso === null ? '' : TIMES.format(new Date(iso));
}

export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return startOfDay(date) === startOfDay(new Date()) ? CLOCK.format(date) : TIMES.format(date);
}

/** Returns `now`, `2 min`, `3 hr` or `5 days`, and after a week the date. */
export function formatAgo(iso: string, now: number): string {
  return formatPast(iso, now, (value, unit) =>
    new Intl.NumberFormat(LANGUAGE, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
  );
}

/** Returns `now`, `2 min. ago`, `3 hr. ago` or `5 days ago`, and after a week the date. */
export function formatSince(iso: string, now: number): string {
  return formatPast(iso, now, (value, unit) => SINCE.format(-value, unit));
}

function formatPast(
  iso: string,
  now: number,
  format: (value: number, unit: 'minute' | 'hour' | 'day') => string,
): string {
  const ms = now - Date.parse(iso);
  if (ms < MINUTE_MS) return NOW.format(0, 'second');
  if (ms < HOUR_MS) return format(Math.floor(ms / MINUTE_MS), 'minute');
  if (ms < DAY_MS) return format(Math.floor(ms / HOUR_MS), 'hour');
  return ms < 7 * DAY_MS ? format(Math.floor(ms / DAY_MS), 'day') : DAYS.format(new Date(iso));
}

export function formatDay(iso: string): string {
  const date = new Date(iso);
  const days = Math.round((startOfDay(new Date()) - startOfDay(date)) / DAY_MS);
  return days >= 0 && days < 2 ? NOW.format(-days, 'day') : DAYS.format(date);
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

export function formatDuration(fromIso: string, toIso: string | null): string {
  // The page's clock may be behind the database's.
  return formatMs(Math.max(0, (toIso === null ? Date.now() : Date.parse(toIso)) - Date.parse(fromIso)));
}

export function formatMs(ms: number): string {
  if (ms < 950) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${ONE_DIGIT.format(ms / 1_000)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const ONE_DIGIT = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function formatCost(cost: string | null): string {
  if (cost === null) return '–';
  const usd = Number(cost);
  if (usd === 0) return '$0';
  return usd < 0.000_05 ? '< $0.0001' : `$${usd.toFixed(4)}`;
}

export function joinFacts(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join(' · ');
}
