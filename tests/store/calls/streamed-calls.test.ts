import { describe, expect, test } from 'vitest';
import { callsToTell } from '../../../store/calls/streamed-calls.js';

const call = (run: number, step = 1) => ({ step: run * 10_000 + step });

describe('callsToTell', () => {
  test('one run that continues -> its calls', () =>
    expect(told({ calls: [call(0), call(0, 2)] })).toEqual([1, 2]));
  test('two runs at once, the first open -> only the first', () =>
    expect(told({ calls: [call(1), call(2)], from: 1 })).toEqual([10_001]));
  test('the first has ended -> both', () =>
    expect(told({ calls: [call(1), call(2)], from: 1, ended: [1] })).toEqual([10_001, 20_001]));
  test('an earlier run without stored calls -> waits, because it may be of this kind', () =>
    expect(told({ calls: [call(2)], from: 0, ended: [0] })).toEqual([]));
  test('an earlier run of the other kind, still at work -> no further wait', () =>
    expect(told({ calls: [call(2)], others: [call(1)], from: 0, ended: [0] })).toEqual([20_001]));
  test('an earlier run that waits and calls no model -> no further wait', () =>
    expect(told({ calls: [call(2)], from: 1, open: [1] })).toEqual([20_001]));
});

function told(input: {
  calls: { step: number }[];
  others?: { step: number }[];
  from?: number;
  ended?: number[];
  open?: number[];
}): number[] {
  const { calls, others = [], from = 0, ended = [], open = [] } = input;
  const runs = new Map([
    ...ended.map((run) => [run, true] as const),
    ...open.map((run) => [run, false] as const),
  ]);
  return callsToTell({ calls, others, from, runs }).map(({ step }) => step);
}
