import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** After this time, the call proceeds without its user's slot, because waiting occupies an Activity slot. */
const TIMEOUT_MS = 5_000;

/** The first call of an execution still holds the slot from `beginExecution`. */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, timeoutMs: TIMEOUT_MS });
}
