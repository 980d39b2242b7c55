import { describe, expect, inject, test } from 'vitest';
import { measureTwoBuilds } from '../../packages/lab/bench/deploy/two-builds.js';

describe('measureTwoBuilds', () => {
  test('Worker Versioning: forward, rollback, old pod restarted -> no turn fails, no task fails or times out, one replay each', async () => {
    const { steps } = await measureTwoBuilds({
      environment: inject('environment'),
      isVersioned: true,
      conversations: 8,
      streams: 2,
      approvals: 2,
      workers: 1,
      streamMs: 4_000,
      limitMs: 90_000,
      onProgress: () => undefined,
    });
    for (const { name, errors, unanswered, troubles, mostReplays } of steps) {
      expect([name, [...errors], unanswered, troubles.failed, troubles.timedOut]).toEqual([
        name,
        [],
        0,
        0,
        0,
      ]);
      expect([name, mostReplays]).toEqual([name, Math.min(mostReplays, 1)]);
    }
    expect(steps).toHaveLength(3);
  }, 400_000);
});
