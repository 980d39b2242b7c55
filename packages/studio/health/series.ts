import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/wire.js';
import { STRINGS } from '../strings.js';

export const METRICS = ['cost', 'calls', 'latency'] as const;
export type Metric = (typeof METRICS)[number];
export type Group = 'flow' | 'model';

export interface Series {
  name: string;
  color: number;
  /** One per day; null for a day without values. */
  values: readonly (number | null)[];
  /** For times, the mean of the daily medians, weighted by calls. */
  total: number;
  unpriced: number;
}

const MAX_SERIES = 7;
const DAY_MS = 86_400_000;

type Usage = Wire<Health>['days'][number];

/** Days are in UTC, like the gateway's sums. */
export function listDays(since: string, until: string): string[] {
  const first = Date.parse(since.slice(0, 10));
  const last = Date.parse(new Date(Date.parse(until) - 1).toISOString().slice(0, 10));
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

/** Returns the largest series first, and the sum of all after the seventh. */
export function collectSeries(
  { days: rows }: Pick<Wire<Health>, 'days'>,
  { days, metric, group }: { days: readonly string[]; metric: Metric; group: Group },
): Series[] {
  const byName = Map.groupBy(rows, (row) => row[group]);
  const sum = metric === 'latency' ? weigh : (all: readonly Usage[]) => add(all, metric);
  const summed = [...byName]
    .map(([name, all]) => ({ name, all, calls: add(all, 'calls') ?? 0 }))
    .sort((one, other) => (sum(other.all) ?? 0) - (sum(one.all) ?? 0) || other.calls - one.calls);
  const rest = summed.slice(MAX_SERIES);
  const shown =
    rest.length > 1
      ? [...summed.slice(0, MAX_SERIES), { name: STRINGS.health.rest, all: rest.flatMap(({ all }) => all) }]
      : summed;
  return shown
    .filter(({ all }) => sum(all) !== null)
    .map(({ name, all }, color) => ({
      name,
      color,
      values: days.map((day) => sum(all.filter((row) => row.day === day))),
      total: sum(all) ?? 0,
      unpriced: all.reduce((calls, { unpricedCalls }) => calls + unpricedCalls, 0),
    }));
}

function add(rows: readonly Usage[], metric: 'cost' | 'calls'): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, row) => sum + Number(row[metric] ?? 0), 0);
}

function weigh(rows: readonly Usage[]): number | null {
  const timed = rows.flatMap(({ firstTokenMs, calls }) =>
    firstTokenMs === null ? [] : [{ ms: firstTokenMs.median, calls }],
  );
  const calls = timed.reduce((sum, row) => sum + row.calls, 0);
  return calls === 0 ? null : timed.reduce((sum, row) => sum + row.ms * row.calls, 0) / calls;
}
