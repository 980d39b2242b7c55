import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** Waiting occupies an Activity slot, so then proceeds without a user's slot. */
const TIMEOUT_MS = 5_000;

/** An execution's first call uses the slot from its begin. */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, timeoutMs: TIMEOUT_MS });
}
