import { describe, expect, test } from 'vitest';
import { checkVersion } from '../../../cli/doctor/check-temporal.js';
import type { WorkerVersion } from '../../../views/health.js';

const VERSION: WorkerVersion = {
  deployment: 'support',
  buildId: 'b2',
  status: 'current',
  rampPercent: null,
  pollers: ['1@host', '2@host'],
  running: { conversations: 3, executions: 1 },
};

describe('checkVersion', () => {
  test('current, with workers -> its pollers and what runs', () => {
    expect(checkVersion(VERSION)).toEqual({
      name: 'Worker b2',
      status: 'ok',
      found: "current in deployment 'support'; 2 polling: 1@host, 2@host; runs 3 conversations, 1 executions",
    });
  });

  test('unversioned -> ok, also without workers', () => {
    const version = { ...VERSION, deployment: null, buildId: null, pollers: [] };
    expect(checkVersion(version)).toEqual({
      name: 'Worker',
      status: 'ok',
      found: 'unversioned; no workers; runs 3 conversations, 1 executions',
    });
  });

  test('ramping -> its share', () => {
    const { found } = checkVersion({ ...VERSION, status: 'ramping', rampPercent: 10 });
    expect(found).toContain("ramping with 10 % in deployment 'support'");
  });

  test.each([
    ['current', 0],
    ['ramping', 0],
    ['draining', 1],
  ] as const)(
    '%s with %d executions, no workers -> fails, and names the build to start',
    (status, executions) => {
      const version = { ...VERSION, status, pollers: [], running: { conversations: 0, executions } };
      expect(checkVersion(version)).toMatchObject({
        status: 'fail',
        remedy: 'Start a worker with TEMPORAL_WORKER_BUILD_ID=b2',
      });
    },
  );

  test('draining, nothing runs, no workers -> ok', () => {
    const version = { ...VERSION, status: 'draining' as const, pollers: [] };
    const running = { conversations: 3, executions: 0 };
    expect(checkVersion({ ...version, running })).toMatchObject({ status: 'ok' });
  });

  test('workers of a version that was never current -> the command that makes it current', () => {
    expect(checkVersion({ ...VERSION, status: 'inactive' })).toMatchObject({
      status: 'warn',
      remedy: 'temporal worker deployment set-current-version --deployment-name support --build-id b2',
    });
  });
});
