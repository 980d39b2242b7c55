import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** After this wait the call goes ahead without a slot of its user: while it waits, it occupies a slot of the worker. */
const PATIENCE_MS = 5_000;

/**
 * Takes a slot of the user for the work before a model call or after it; in between, only the model works. The first call
 * of an execution uses the slot that the execution began with.
 */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, patienceMs: PATIENCE_MS });
}
