const NUMBERS = new Intl.NumberFormat('en');
const TIMES = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

export function formatTime(iso: string | null): string {
  return iso === null ? '' : TIMES.format(new Date(iso));
}

/** Elapsed or total time: `40 ms`, `2.4 s`, `3 min 5 s`. */
export function formatDuration(fromIso: string, toIso: string | null): string {
  // The page's clock may lag behind the database's.
  const ms = Math.max(0, (toIso === null ? Date.now() : Date.parse(toIso)) - Date.parse(fromIso));
  if (ms < 950) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** USD. Null: the price is unknown. */
export function formatCost(cost: string | null): string {
  if (cost === null) return '–';
  const usd = Number(cost);
  if (usd === 0) return '$0';
  return usd < 0.000_05 ? '< $0.0001' : `$${usd.toFixed(4)}`;
}

export function joinFacts(facts: readonly (string | null)[]): string {
  return facts.filter((fact) => fact !== null).join(' · ');
}
