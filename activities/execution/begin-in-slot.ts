import { ApplicationFailure, Context } from '@temporalio/activity';
import type { ExecutionActivities, ExecutionPlan } from '../../protocol/activities/execution.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { ExecutionInput } from '../../protocol/messages.js';
import type { ActivityDependencies } from '../dependencies.js';
import { spreadRetry } from '../spread-retries.js';
import type { SlotRequest } from '../user-slots.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { callerWorkflowId } from '../workflow-id.js';

const MAX_WAITING = 8;
const TIMEOUT_MS = 30_000;

type BeginExecution = ExecutionActivities['beginExecution'];

/**
 * A local Activity does not wait for a slot, because that would block one of the worker's few Workflow Tasks.
 * A regular Activity does.
 */
export function beginInSlot(
  { userSlots, timing }: Pick<ActivityDependencies, 'userSlots' | 'timing'>,
  begin: BeginExecution,
): BeginExecution {
  return async function beginExecution(input: ExecutionInput): Promise<ExecutionPlan> {
    const user = 'user' in input ? input.user : undefined;
    if (user === undefined) return begin(input);
    const slot = { user, workflowId: callerWorkflowId() };
    if (Context.current().info.isLocal) {
      if (!userSlots.tryTake(slot)) return { kind: 'regular-activity' };
    } else await waitForSlot(slot);
    try {
      return await begin(input);
    } catch (error) {
      // After a final error the execution keeps its slot, because it is finished next.
      if (!isFinal(error)) userSlots.release(slot.workflowId);
      throw error;
    }
  };

  async function waitForSlot(slot: SlotRequest): Promise<void> {
    const { info, cancellationSignal: signal } = Context.current();
    const timeoutMs = userSlots.countWaiting(slot.user) < MAX_WAITING ? TIMEOUT_MS : 0;
    const isServed = await withHeartbeat(
      { everyMs: timing.heartbeatMs, details: () => "waits for its user's other work" },
      () => userSlots.take({ ...slot, signal, timeoutMs }),
    );
    if (isServed) return;
    signal.throwIfAborted();
    throw ApplicationFailure.create({
      type: 'User.LimitReached' satisfies FailureType,
      message: `User '${slot.user.slice(0, 80)}' has reached the number of executions that one user may begin at once on a shared worker`,
      nextRetryDelay: spreadRetry(slot.user, { attempt: info.attempt }),
      category: 'BENIGN',
    });
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
