import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** A call that waited this long goes ahead, because it holds a slot of the worker meanwhile. */
const PATIENCE_MS = 5_000;

/**
 * Takes a slot of the user for the work before a model call or after it; the time in between is the model's. The first call
 * of an execution finds the slot in which the execution began.
 */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, patienceMs: PATIENCE_MS });
}
