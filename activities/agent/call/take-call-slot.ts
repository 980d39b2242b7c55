import { Context } from '@temporalio/activity';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { UserSlots } from '../../user-slots.js';

/** A waiting call holds a slot of the worker, so it continues without a user's slot. */
const TIMEOUT_MS = 5_000;

/** A first call uses the slot with which its execution began. */
export async function takeCallSlot(
  userSlots: UserSlots,
  { execution: { userId: user }, workflowId }: { execution: ExecutionFacts; workflowId: string },
): Promise<void> {
  if (user === null) return;
  const { cancellationSignal: signal } = Context.current();
  await userSlots.take({ user, workflowId, signal, timeoutMs: TIMEOUT_MS });
}
