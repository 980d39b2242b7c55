import { Context } from '@temporalio/activity';
import { CancelledFailure } from '@temporalio/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerStoppedFailure } from '../worker-stopped.js';

export async function pause(waitMs: number): Promise<void> {
  const signal = Context.current().cancellationSignal;
  await sleep(waitMs, undefined, { signal }).catch(() => undefined);
  throwIfStopped();
}

/** Throws when the worker stops, so that another worker continues the Activity. */
export function throwIfStopped(): void {
  const { cancellationSignal, cancellationDetails } = Context.current();
  if (!cancellationSignal.aborted) return;
  if (cancellationDetails?.cancelRequested !== true) throw workerStoppedFailure();
  const { reason } = cancellationSignal;
  throw reason instanceof CancelledFailure ? reason : new CancelledFailure('The upkeep was canceled');
}
