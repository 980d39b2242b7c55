import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** Then the call continues without a user slot, because it occupies a slot of the worker while it waits. */
const PATIENCE_MS = 5_000;

/**
 * Takes a user slot for the work before and after a model call; in between only the model works. An
 * execution's first call uses the slot with which the execution began.
 */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, patienceMs: PATIENCE_MS });
}
