import { describe, expect, test } from 'vitest';
import type { LocalActivityOptions } from '@temporalio/workflow';
import { msToNumber } from '@temporalio/common/lib/time.js';
import { SETTLE_OPTIONS, STEP_OPTIONS } from '../../workflows/activity-options.js';

const MINUTE = 60_000;

describe('options of local Activities', () => {
  test('a turn that can still fail, without Postgres -> given up after half an hour', () => {
    expect(Math.round(totalPause(STEP_OPTIONS) / MINUTE)).toBe(29);
  });

  test('an outcome that must be stored, without Postgres -> given up after a day', () => {
    expect(Math.round(totalPause(SETTLE_OPTIONS) / (60 * MINUTE))).toBe(24);
  });

  test('Postgres unavailable for 15 seconds -> used again within 5', () => {
    const tries = triesOf(STEP_OPTIONS);
    const late = tries.find((at) => at > 15_000) ?? Infinity;
    expect(late - 15_000).toBeLessThan(5_000);
  });
});

function triesOf({ retry = {} }: LocalActivityOptions): number[] {
  const { initialInterval = 0, backoffCoefficient = 1, maximumInterval = 0, maximumAttempts = 0 } = retry;
  const longest = msToNumber(maximumInterval);
  const tries = [0];
  for (let pause = msToNumber(initialInterval); tries.length < maximumAttempts; pause *= backoffCoefficient)
    tries.push((tries.at(-1) ?? 0) + Math.min(pause, longest));
  return tries;
}

function totalPause(options: LocalActivityOptions): number {
  return triesOf(options).at(-1) ?? 0;
}
