import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** A waiting call occupies a slot of the worker, so it then continues without a user slot. */
const PATIENCE_MS = 5_000;

/**
 * For the work before and after a model call; in between only the model works. An execution's first call
 * uses the slot with which the execution began.
 */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, patienceMs: PATIENCE_MS });
}
