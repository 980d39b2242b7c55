import { describe, expect, test } from 'vitest';
import { formatChaosReport, type ChaosReport } from '../../../packages/testing/chaos/index.js';

const FAULT = {
  fault: 'worker-killed',
  atMs: 4_000,
  forMs: 1_000,
  endedAtMs: 5_500,
  turnsInFlight: 3,
} as const;
const REPORT: ChaosReport = {
  seed: 7,
  minutes: 1,
  turns: 40,
  faults: [
    { ...FAULT, slowestMs: 2_500 },
    { ...FAULT, fault: 'temporal-slow', atMs: 12_000, endedAtMs: 16_000, turnsInFlight: 12, slowestMs: 0 },
    { ...FAULT, atMs: 20_000, endedAtMs: 21_000, slowestMs: 900 },
  ],
  errors: { 'submit Client.Unavailable': 2 },
  violations: [],
};

describe('formatChaosReport', () => {
  test('a run that kept every rule -> its timeline, the slowest turn of each kind of fault, the errors', () => {
    expect(formatChaosReport(REPORT).split('\n')).toEqual([
      'seed 7, 1 min, 40 turns, 3 faults, 0 violations',
      '',
      'timeline (seconds)',
      '   4.0 -    5.5  worker-killed       3 in flight, the last 2.5 s after it',
      '  12.0 -   16.0  temporal-slow      12 in flight, the last 0.0 s after it',
      '  20.0 -   21.0  worker-killed       3 in flight, the last 0.9 s after it',
      '',
      'slowest turn in flight after the end of a fault (seconds)',
      '   2.5  worker-killed',
      '   0.0  temporal-slow',
      '',
      'errors that callers got',
      '     2  submit Client.Unavailable',
    ]);
  });
  test('a broken rule -> counted in the first line, and listed at the end with its place', () => {
    const violations = [{ rule: 'thread', detail: 'message 3 of conversation 1 is missing' }] as const;
    const lines = formatChaosReport({ ...REPORT, violations }).split('\n');
    expect(lines[0]).toMatch(/ 1 violations$/);
    expect(lines.slice(-3)).toEqual(['', 'violations', 'thread: message 3 of conversation 1 is missing']);
  });
});
