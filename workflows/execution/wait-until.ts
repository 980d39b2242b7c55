import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import type { NodeRun } from '../../flow/scheduler/node-run.js';
import { summaryOf } from '../summary.js';
import type { ExecutionState } from './execution-state.js';

/**
 * Waits for a time, for `isOver`, or for whichever comes first. The time is kept beside the schedule: a wait that
 * goes over Continue-As-New ends when it would have.
 */
export async function waitUntil(
  { deadlines }: Pick<ExecutionState, 'deadlines'>,
  { nodeId, iteration }: Pick<NodeRun, 'nodeId' | 'iteration'>,
  { ms, summary, isOver = () => false }: { ms?: number; summary: string; isOver?: () => boolean },
): Promise<void> {
  if (ms === undefined) return condition(isOver);
  const key = `${nodeId}/${iteration}`;
  const atMs = deadlines.get(key) ?? Date.now() + ms;
  deadlines.set(key, atMs);
  const leftMs = atMs - Date.now();
  if (leftMs > 0) await timer(leftMs, { summary, isOver });
  deadlines.delete(key);
}

async function timer(
  ms: number,
  { summary, isOver }: { summary: string; isOver: () => boolean },
): Promise<void> {
  let isUp = false;
  const scope = new CancellationScope();
  const up = scope
    .run(() => sleep(ms, { summary: summaryOf(summary) }))
    .then(() => void (isUp = true))
    .catch((error: unknown) => {
      // Ours, below; a cancel from outside ends the wait itself.
      if (!isCancellation(error)) throw error;
    });
  await condition(() => isUp || isOver());
  scope.cancel();
  await up;
}
