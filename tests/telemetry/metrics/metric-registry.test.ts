import { describe, expect, test } from 'vitest';
import { MetricRegistry } from '../../../telemetry/metrics/metric-registry.js';

describe('render', () => {
  test('a counter with quotes and line breaks in its labels -> one escaped line', async () => {
    const registry = new MetricRegistry();
    const labels = { flow: 'a"b\\c\nd', status: 'completed' };
    registry.count('threadline_turns_total', labels);
    registry.count('threadline_turns_total', labels, 2);
    expect(await linesOf(registry, 'threadline_turns_total')).toEqual([
      '# HELP threadline_turns_total turns that ended, each once',
      '# TYPE threadline_turns_total counter',
      'threadline_turns_total{flow="a\\"b\\\\c\\nd",status="completed"} 3',
    ]);
  });

  test('observations -> cumulative buckets, sum and count', async () => {
    const registry = new MetricRegistry();
    for (const seconds of [0.005, 0.3, 4_000])
      registry.observe('threadline_turn_duration_seconds', { flow: 'f' }, seconds);
    const lines = await linesOf(registry, 'threadline_turn_duration_seconds');
    expect(lines).toEqual(
      expect.arrayContaining([
        'threadline_turn_duration_seconds_bucket{flow="f",le="0.005"} 1',
        'threadline_turn_duration_seconds_bucket{flow="f",le="0.25"} 1',
        'threadline_turn_duration_seconds_bucket{flow="f",le="0.5"} 2',
        'threadline_turn_duration_seconds_bucket{flow="f",le="1800"} 2',
        'threadline_turn_duration_seconds_bucket{flow="f",le="+Inf"} 3',
        'threadline_turn_duration_seconds_sum{flow="f"} 4000.305',
        'threadline_turn_duration_seconds_count{flow="f"} 3',
      ]),
    );
  });

  test('more combinations of labels than a metric may have -> the others count together', async () => {
    const registry = new MetricRegistry();
    for (let at = 0; at < 1_200; at += 1)
      registry.count('threadline_compactions_total', { status: `s${at}` });
    const lines = (await linesOf(registry, 'threadline_compactions_total')).slice(2);
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toBe('threadline_compactions_total{status="other"} 200');
  });

  test('a collector that fails beside one that works -> the gauges of the latter, until it stops', async () => {
    const registry = new MetricRegistry();
    registry.collect(() => Promise.reject(new Error('Postgres is down')));
    const stop = registry.collect(() => [{ name: 'threadline_open_streams', labels: {}, value: 4 }]);
    expect(await linesOf(registry, 'threadline_open_streams')).toContain('threadline_open_streams 4');
    stop();
    expect(await linesOf(registry, 'threadline_open_streams')).toHaveLength(2);
  });
});

async function linesOf(registry: MetricRegistry, name: string): Promise<string[]> {
  return (await registry.render()).split('\n').filter((line) => line.includes(name));
}
