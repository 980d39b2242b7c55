import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { METRICS } from '../../telemetry/metrics/metrics.js';

const SERIES = Object.entries(METRICS).flatMap(([name, { kind }]) =>
  kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
);

describe('the dashboard', () => {
  test('its panels -> chart every metric, and do not overlap', () => {
    const { panels } = JSON.parse(readFileSync('deploy/grafana/threadline.json', 'utf8')) as Dashboard;
    const charted = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => namesIn(expr).map(toMetric)),
    );
    expect(Object.keys(METRICS).filter((name) => !charted.includes(name))).toEqual([]);
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(panels.length);
  });
});

describe('the dashboard and the alert rules', () => {
  test.each(['deploy/grafana/threadline.json', 'deploy/prometheus/alerts.yml'])(
    '%s -> queries only metrics that exist, by labels that they have',
    (file) => {
      const queries = [...readFileSync(file, 'utf8').matchAll(/"?expr"?: (?:>-\s*)?(.+)$/gm)].map(
        ([, query = '']) => query,
      );
      expect(queries.length).toBeGreaterThan(5);
      const unknown = queries.flatMap((query) => namesIn(query).filter((name) => !SERIES.includes(name)));
      expect(unknown).toEqual([]);
      expect(queries.flatMap(findForeignLabels)).toEqual([]);
    },
  );
});

interface Dashboard {
  panels: { gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
}

function toMetric(series: string): string {
  return series.replace(/_(?:bucket|sum|count)$/, '');
}

function namesIn(query: string): string[] {
  return [...query.matchAll(/threadline_\w+/g)].map(([name]) => name);
}

function findForeignLabels(query: string): string[] {
  const known = new Set(['le', 'instance']);
  for (const name of namesIn(query))
    for (const [metric, { labels }] of Object.entries(METRICS))
      if (toMetric(name) === metric) labels.forEach((label) => known.add(label));
  const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const selected = [...query.matchAll(/[{,]\s*(\w+)=~?\\?"/g)].map(([, label = '']) => label);
  return [...grouped, ...selected]
    .filter((label) => !known.has(label))
    .map((label) => `${label} in ${query}`);
}
