import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/**
 * A call that waits for a user's slot occupies one of the worker's Activity slots, so after this time it
 * proceeds without one.
 */
const TIMEOUT_MS = 5_000;

/** The first call of an execution uses the slot that the execution took when it began. */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, timeoutMs: TIMEOUT_MS });
}
