import { useState } from 'react';
import type { Health } from '../../../views/health.js';
import type { Wire } from '../api/request.js';
import { formatCost, formatDate, formatMs, formatNumber } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import { collectSeries, listDays, METRICS, type Group, type Metric, type Series } from './series.js';

const TEXT = STRINGS.health;
const HEIGHT = 100;
const WIDTH = 30;
const GAP = 4;

export function DayCharts({ health }: { health: Wire<Health> }) {
  const [metric, setMetric] = useState<Metric>('cost');
  const [group, setGroup] = useState<Group>('model');
  const days = listDays(health.since, health.until);
  const series = collectSeries(health, { days, metric, group });
  return (
    <section aria-label={TEXT.byDay} className="day-charts">
      <div className="filters">
        <label>
          {TEXT.metric}{' '}
          <select
            value={metric}
            onChange={({ target }) => setMetric(METRICS.find((one) => one === target.value) ?? 'cost')}
          >
            {METRICS.map((one) => (
              <option key={one} value={one}>
                {TEXT.metrics[one]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {TEXT.group}{' '}
          <select
            value={group}
            onChange={({ target }) => setGroup(target.value === 'flow' ? 'flow' : 'model')}
          >
            <option value="model">{TEXT.groups.model}</option>
            <option value="flow">{TEXT.groups.flow}</option>
          </select>
        </label>
      </div>
      {series.length === 0 ? <p className="hint">{TEXT.none}</p> : <Chart {...{ days, series, metric }} />}
    </section>
  );
}

function Chart({
  days,
  series,
  metric,
}: {
  days: readonly string[];
  series: readonly Series[];
  metric: Metric;
}) {
  const isTime = metric === 'latency';
  const sums = days.map((_, day) => {
    const values = series.map(({ values: all }) => all[day] ?? 0);
    return isTime ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0);
  });
  const most = Math.max(...sums);
  const total = series.reduce((sum, one) => sum + one.total, 0);
  const noPrice = metric === 'cost' ? series.reduce((sum, { unpriced }) => sum + unpriced, 0) : 0;
  return (
    <figure className="chart">
      <svg
        role="img"
        aria-label={`${TEXT.metrics[metric]}: ${days[0] ?? ''} – ${days.at(-1) ?? ''}`}
        viewBox={`0 0 ${days.length * WIDTH - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map((day, at) => (
          <g key={day} data-day={day}>
            <title>
              {TEXT.part(
                formatDate(day),
                series.map(({ name, values }) => `${name} ${print(metric, values[at] ?? null)}`).join(', '),
              )}
            </title>
            <rect className="empty" x={at * WIDTH} y={0} width={WIDTH - GAP} height={HEIGHT} />
            {(isTime ? side : stack)(series, { at, most }).map((bar) => (
              <rect key={bar.name} data-series={bar.color} {...bar.box} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <Axis days={days} most={print(metric, most)} />
        <ul className="legend text-sm">
          {series.map(({ name, total: own, color }) => (
            <li key={name}>
              <span className="swatch" data-series={color} /> {name} <strong>{print(metric, own)}</strong>
            </li>
          ))}
          {isTime ? null : (
            <li>
              {TEXT.total} <strong>{print(metric, total)}</strong>
            </li>
          )}
          {noPrice > 0 ? <li>{TEXT.partlyPriced(formatNumber(noPrice))}</li> : null}
        </ul>
      </figcaption>
    </figure>
  );
}

function Axis({ days, most }: { days: readonly string[]; most: string }) {
  return (
    <p className="axis flex justify-between text-xs">
      <span>{formatDate(days[0] ?? '')}</span>
      <span>{TEXT.most(most)}</span>
      <span>{formatDate(days.at(-1) ?? '')}</span>
    </p>
  );
}

interface Bar {
  name: string;
  color: number;
  box: Record<'x' | 'y' | 'width' | 'height', number>;
}

interface Column {
  at: number;
  most: number;
}

function stack(series: readonly Series[], { at, most }: Column): Bar[] {
  let y = HEIGHT;
  return series.flatMap(({ name, color, values }) => {
    const height = scale(values[at] ?? 0, most);
    y -= height;
    return height === 0 ? [] : [{ name, color, box: { x: at * WIDTH, y, width: WIDTH - GAP, height } }];
  });
}

/** Draws times side by side, because their sum means nothing. */
function side(series: readonly Series[], { at, most }: Column): Bar[] {
  const width = (WIDTH - GAP) / series.length;
  return series.flatMap(({ name, color, values }, place) => {
    const height = scale(values[at] ?? 0, most);
    const x = at * WIDTH + place * width;
    return height === 0 ? [] : [{ name, color, box: { x, y: HEIGHT - height, width, height } }];
  });
}

function scale(value: number, most: number): number {
  return most === 0 ? 0 : (value / most) * HEIGHT;
}

function print(metric: Metric, value: number | null): string {
  if (value === null) return '–';
  if (metric === 'cost') return formatCost(String(value));
  return metric === 'latency' ? formatMs(value) : formatNumber(value);
}
