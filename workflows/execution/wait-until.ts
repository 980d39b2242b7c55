import { CancellationScope, condition, isCancellation, sleep } from '@temporalio/workflow';
import { fitSummary } from '../../protocol/summary-text.js';
import type { ExecutionState } from './execution-state.js';
import { placeKey, type RunPlace } from './run-place.js';

/** Stores the deadline, so that it survives Continue-As-New. */
export async function waitUntil(
  { deadlines }: Pick<ExecutionState, 'deadlines'>,
  run: RunPlace,
  { ms, summary, isOver = () => false }: { ms?: number; summary: string; isOver?: () => boolean },
): Promise<boolean> {
  if (ms === undefined) {
    await condition(isOver);
    return false;
  }
  const key = placeKey(run);
  const atMs = deadlines.get(key) ?? Date.now() + ms;
  deadlines.set(key, atMs);
  const leftMs = atMs - Date.now();
  return leftMs <= 0 || timer(leftMs, { summary, isOver });
}

/** Call it only for a settled node. Otherwise, the wait would start again after Continue-As-New. */
export function forgetDeadline({ deadlines }: Pick<ExecutionState, 'deadlines'>, run: RunPlace): void {
  deadlines.delete(placeKey(run));
}

async function timer(
  ms: number,
  { summary, isOver }: { summary: string; isOver: () => boolean },
): Promise<boolean> {
  let isUp = false;
  const scope = new CancellationScope();
  const up = scope
    .run(() => sleep(ms, { summary: fitSummary(summary) }))
    .then(() => void (isUp = true))
    .catch((error: unknown) => {
      // Ignore only the cancellation by `scope.cancel()` below.
      if (!isCancellation(error)) throw error;
    });
  await condition(() => isUp || isOver());
  scope.cancel();
  await up;
  return isUp;
}
