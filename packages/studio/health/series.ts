import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/wire.js';
import { STRINGS } from '../strings.js';

export const METRICS = ['cost', 'turns', 'calls', 'latency'] as const;
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

/** The part of a day that one flow and model had. */
interface Row {
  day: string;
  name: string;
  value: number;
  weight: number;
  unpriced: number;
}

/** Lists days in UTC, as the gateway sums them. */
export function listDays(since: string, until: string): string[] {
  const first = Date.parse(since.slice(0, 10));
  const last = Date.parse(new Date(Date.parse(until) - 1).toISOString().slice(0, 10));
  const count = Math.round((last - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).toISOString().slice(0, 10));
}

/** Returns the largest series first. The last one sums up all after the seventh. */
export function collectSeries(
  health: Pick<Wire<Health>, 'days' | 'turnDays'>,
  { days, metric, group }: { days: readonly string[]; metric: Metric; group: Group },
): Series[] {
  const sum = metric === 'latency' ? average : add;
  const summed = [...Map.groupBy(listRows(health, { metric, group }), ({ name }) => name)]
    .map(([name, all]) => ({ name, all, weight: all.reduce((total, { weight }) => total + weight, 0) }))
    .sort((one, other) => (sum(other.all) ?? 0) - (sum(one.all) ?? 0) || other.weight - one.weight);
  const rest = summed.slice(MAX_SERIES);
  const shown =
    rest.length > 1
      ? [...summed.slice(0, MAX_SERIES), { name: STRINGS.health.rest, all: rest.flatMap(({ all }) => all) }]
      : summed;
  return shown.map(({ name, all }, color) => ({
    name,
    color,
    values: days.map((day) => sum(all.filter((row) => row.day === day))),
    total: sum(all) ?? 0,
    unpriced: all.reduce((calls, { unpriced }) => calls + unpriced, 0),
  }));
}

function listRows(
  { days, turnDays }: Pick<Wire<Health>, 'days' | 'turnDays'>,
  { metric, group }: { metric: Metric; group: Group },
): Row[] {
  if (metric === 'turns')
    return turnDays.map(({ turns, ...row }) => ({
      day: row.day,
      name: row[group] ?? STRINGS.health.noModel,
      value: turns,
      weight: turns,
      unpriced: 0,
    }));
  return days.flatMap((row) => {
    const { day, calls, cost, firstTokenMs, unpricedCalls: unpriced } = row;
    const value = { cost: Number(cost ?? 0), calls, latency: firstTokenMs?.median }[metric];
    return value === undefined ? [] : [{ day, name: row[group], value, weight: calls, unpriced }];
  });
}

function add(rows: readonly Row[]): number | null {
  return rows.length === 0 ? null : rows.reduce((sum, { value }) => sum + value, 0);
}

function average(rows: readonly Row[]): number | null {
  const weight = rows.reduce((sum, row) => sum + row.weight, 0);
  return weight === 0 ? null : rows.reduce((sum, row) => sum + row.value * row.weight, 0) / weight;
}
