import { setTimeout as sleep } from 'node:timers/promises';
import { METRICS, type LabelsOf, type MetricName, type MetricsOf } from './metrics.js';

/** Seconds, from a cached HTTP answer to a turn that waits for a person. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800] as const;

/** A scrape times out after 10 seconds by default. */
const GAUGES_MS = 3_000;
/** A project may have any number of flows and error types. */
const MAX_SERIES = 1_000;
const OTHER = 'other';

interface Series {
  labels: Readonly<Record<string, string>>;
  value: number;
  buckets?: number[];
}

export type Sample = {
  [Name in MetricsOf<'gauge'>]: { name: Name; labels: LabelsOf<Name>; value: number };
}[MetricsOf<'gauge'>];

type Collect = () => readonly Sample[] | Promise<readonly Sample[]>;

export class MetricRegistry {
  readonly #series = new Map<MetricName, Map<string, Series>>();
  readonly #collectors = new Set<Collect>();

  count<Name extends MetricsOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by = 1): void {
    this.#find(name, labels).value += by;
  }

  observe<Name extends MetricsOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void {
    const series = this.#find(name, labels);
    series.value += seconds;
    series.buckets ??= Array.from({ length: BUCKETS.length + 1 }, () => 0);
    const at = BUCKETS.findIndex((bound) => seconds <= bound);
    const index = at === -1 ? BUCKETS.length : at;
    series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  }

  collect(collect: Collect): () => void {
    this.#collectors.add(collect);
    return () => void this.#collectors.delete(collect);
  }

  async render(): Promise<string> {
    const gauges = await this.#readGauges();
    const lines = Object.entries(METRICS).flatMap(([name, { kind, meaning }]) => {
      const series = gauges.get(name) ?? this.#series.get(name as MetricName) ?? new Map<string, Series>();
      return [
        `# HELP ${name} ${meaning}`,
        `# TYPE ${name} ${kind}`,
        ...[...series.values()].flatMap((one) => renderSeries(name, one)),
      ];
    });
    return `${lines.join('\n')}\n`;
  }

  /** Equal samples come from one database, so they count once. */
  async #readGauges(): Promise<Map<string, Map<string, Series>>> {
    const gauges = new Map<string, Map<string, Series>>();
    const late = sleep(GAUGES_MS, [] as readonly Sample[], { ref: false });
    const read = [...this.#collectors].map((collect) => Promise.race([runSafely(collect), late]));
    for (const { name, labels, value } of (await Promise.all(read)).flat()) {
      const known = gauges.get(name) ?? new Map<string, Series>();
      gauges.set(name, known.set(renderLabels(labels), { labels, value }));
    }
    return gauges;
  }

  #find(name: MetricName, labels: Readonly<Record<string, string>>): Series {
    const known = this.#series.get(name) ?? new Map<string, Series>();
    this.#series.set(name, known);
    return known.get(renderLabels(labels)) ?? add(known, known.size < MAX_SERIES ? labels : toOther(labels));
  }
}

async function runSafely(collect: Collect): Promise<readonly Sample[]> {
  try {
    return await collect();
  } catch {
    return [];
  }
}

function add(known: Map<string, Series>, labels: Readonly<Record<string, string>>): Series {
  const key = renderLabels(labels);
  const series = known.get(key) ?? { labels, value: 0 };
  known.set(key, series);
  return series;
}

function toOther(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(labels).map((label) => [label, OTHER]));
}

function renderSeries(name: string, { labels, value, buckets }: Series): string[] {
  if (!buckets) return [`${name}${renderLabels(labels)} ${value}`];
  let sum = 0;
  const lines = buckets.map((count, at) => {
    sum += count;
    return `${name}_bucket${renderLabels({ ...labels, le: String(BUCKETS[at] ?? '+Inf') })} ${sum}`;
  });
  return [
    ...lines,
    `${name}_sum${renderLabels(labels)} ${value}`,
    `${name}_count${renderLabels(labels)} ${sum}`,
  ];
}

function renderLabels(labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([label, value]) => `${label}="${escape(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

const MAX_CHARACTERS = 200;

function escape(value: string): string {
  return value
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n');
}

export const metrics = new MetricRegistry();

/** Serve them on a route that only Prometheus reaches. */
export function renderMetrics(): Promise<string> {
  return metrics.render();
}
