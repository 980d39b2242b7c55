import { describe, expect, test } from 'vitest';
import { checkSamples } from '../../../packages/lab/soak/check-samples.js';
import type { SoakSample } from '../../../packages/lab/soak/soak-report.js';

const MB = 1e6;

describe('checkSamples', () => {
  test('memory grows while it warms up, then goes up and down -> flat', () => {
    const megabytes = [100, 180, 240, 300, 310, 290, 305, 320, 300, 310, 325, 295];
    expect(checkSamples(megabytes.map((rss) => sample({ rss })))).toEqual([]);
  });
  test.each([
    ['RSS', 'memory', (at: number) => sample({ rss: 300 + at * 10 })],
    ['heap', 'memory', (at: number) => sample({ heap: 80 + at * 2 })],
    ['the number of connections', 'connections', (at: number) => sample({ connections: 10 + at })],
  ] as const)('%s grows all the time -> broken: %s', (_what, rule, make) => {
    expect(checkSamples(Array.from({ length: 20 }, (_, at) => make(at)))).toMatchObject([{ rule }]);
  });
  test('one worker grows, the other does not -> broken', () => {
    const samples = Array.from({ length: 20 }, (_, at) => sample({ rss: 300 + at * 10 }, { rss: 300 }));
    expect(checkSamples(samples)).toHaveLength(1);
  });
  test('a single sample is high -> flat', () => {
    const samples = Array.from({ length: 20 }, (_, at) => sample({ rss: at === 18 ? 900 : 300 }));
    expect(checkSamples(samples)).toEqual([]);
  });
  test('few samples -> no result', () => {
    expect(checkSamples([sample({}), sample({})])).toMatchObject([{ rule: 'memory' }]);
  });
});

interface Numbers {
  rss?: number;
  heap?: number;
  connections?: number;
}

function sample(...workers: Numbers[]): SoakSample {
  return {
    turns: 0,
    atMs: 0,
    workers: workers.map(({ rss = 300, heap = 80 }) => ({ rssBytes: rss * MB, heapBytes: heap * MB })),
    connections: workers[0]?.connections ?? 10,
  };
}
