import { describe, inject, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../activities/fault-points.js';
import type { Fault } from '../../packages/testing/worker-process.js';
import { isLongRun } from '../setup/is-long-run.js';
import { CASES_AT_ONCE } from './case-course.js';
import { runCrashCase } from './crash-case.js';

/**
 * `flow-matrix.ts` and `tests/integration` cover these: `context/compaction-crash`, `queues/join-crash`,
 * `branches/branch-crash`, `summaries/upkeep-crash`.
 */
const NOT_PASSED = [
  'settleTurn',
  'findJoined',
  'switchBranch',
  'forkConversation',
  'storeStep',
  'compactContext',
  'seekApproval',
  'settleToolCall',
  'summarizeThread',
  'describeTouched',
  'evaluateNode',
  'settleNode',
  'runNode',
  'prepareSpawn',
  'settleSpawn',
];
export const POINTS = FAULT_POINTS.filter(
  (point) => !NOT_PASSED.some((name) => point.startsWith(`${name}.`)),
);
const POINTS_PASSED_TWICE = new Set<FaultPoint>(
  POINTS.filter((point) => point.startsWith('callModel') || point.startsWith('trimContext')),
);

export function describeCrashMatrix(action: Fault['action']): void {
  describe.concurrent(`crash matrix: ${action}`, CASES_AT_ONCE, () => {
    const passes = POINTS.flatMap((point) => passesOf(point).map((nth) => ({ point, nth })));
    for (const { point, nth } of passes.filter((_, index) => isSampled(action, index)))
      test(`${action} at ${point}, pass ${nth} -> every turn answered once, rows once, the reader's text right`, () =>
        runCrashCase(inject('environment'), { point, action, nth }));
  });
}

export function isSampled(action: Fault['action'], index: number): boolean {
  return isLongRun || (index % 2 === 0) === (action === 'kill');
}

export function passesOf(point: FaultPoint): readonly number[] {
  if (point === 'callModel.streaming') return [1, 3];
  return POINTS_PASSED_TWICE.has(point) ? [1, 2] : [1];
}
