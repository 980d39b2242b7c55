const NUMBERS = new Intl.NumberFormat('en');
const TIMES = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

export function formatTime(iso: string | null): string {
  return iso === null ? '' : TIMES.format(new Date(iso));
}

/** How long something took, or has taken so far; `2.4 s`, `3 min 5 s`. */
export function formatDuration(fromIso: string, toIso: string | null): string {
  const seconds = ((toIso === null ? Date.now() : Date.parse(toIso)) - Date.parse(fromIso)) / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A sum in USD; null: nobody knows the price. */
export function formatCost(cost: string | null): string {
  return cost === null ? '–' : `$${Number(cost).toFixed(4)}`;
}
