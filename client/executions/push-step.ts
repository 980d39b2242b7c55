import { WorkflowNotFoundError } from '@temporalio/client';
import type { PushStepInput, PushStepResult, ExecutionUpdates } from '../../protocol/messages.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import { ThreadlineError } from '../threadline-error.js';

const PUSH_STEP = 'pushStep' satisfies keyof ExecutionUpdates;

/**
 * Idempotent by id, until a reset or Continue-As-New: Temporal knows ids per run. Throws
 * `Execution.NotRunning`, `Execution.SeveralRunning` or `Execution.InvalidStep`.
 */
export function pushStep(
  { context: { temporal }, call }: { context: Pick<ClientContext, 'temporal'>; call: Call },
  { executionId, id, ...input }: PushStepInput & { executionId: string; id: string },
): Promise<PushStepResult> {
  const handle = temporal.workflow.getHandle(executionId);
  return call.send(async () => {
    try {
      return await handle.executeUpdate<PushStepResult, [PushStepInput]>(PUSH_STEP, {
        args: [input],
        updateId: id,
      });
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || updateFailureType(error) === ACCEPTED_BY_ENDED)
        throw ended(executionId, error);
      throw error;
    }
  });
}

function ended(executionId: string, cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Execution.NotRunning',
    `Execution '${executionId.slice(0, 200)}' has ended: nothing takes a step`,
    { cause },
  );
}
