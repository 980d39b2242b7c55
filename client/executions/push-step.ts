import {
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PushStepInput, PushStepResult, ExecutionUpdates } from '../../protocol/messages.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

const PUSH_STEP = 'pushStep' satisfies keyof ExecutionUpdates;
/** Pauses between tries, in milliseconds. */
const PAUSES_MS = [100, 400, 1_600];

/**
 * Gives an agent of an execution that runs one more step. One id is one step, so that it is tried again where its
 * outcome is open; Temporal knows ids per run of the Workflow, so that after a reset or a Continue-As-New the same id is
 * a new step. A step that is accepted is dropped where the main loop fails or is cancelled before it. Throws `Execution.NotRunning`, `Execution.SeveralRunning` or `Execution.InvalidStep`.
 */
export async function pushStep(
  { temporal }: Pick<ClientContext, 'temporal'>,
  { executionId, id = randomUUID(), ...input }: PushStepInput & { executionId: string; id?: string },
): Promise<PushStepResult> {
  const handle = temporal.workflow.getHandle(executionId);
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await handle.executeUpdate<PushStepResult, [PushStepInput]>(PUSH_STEP, {
        args: [input],
        updateId: id,
      });
    } catch (error) {
      const pauseMs = PAUSES_MS[attempt];
      if (!isOpen(error) || pauseMs === undefined) throw toThreadlineError(error, executionId);
      await sleep(pauseMs);
    }
  }
}

/** Nobody knows whether it was taken. */
function isOpen(error: unknown): boolean {
  return (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    (error instanceof WorkflowUpdateFailedError &&
      error.cause instanceof ApplicationFailure &&
      error.cause.type === 'UnprocessedUpdate')
  );
}

function toThreadlineError(error: unknown, executionId: string): unknown {
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const { type, message } = error.cause;
    // Accepted by a run that ended before it was done.
    if (type !== 'AcceptedUpdateCompletedWorkflow')
      return new ThreadlineError(type ?? 'Execution.NotRunning', message, { cause: error });
    return ended(executionId, error);
  }
  if (error instanceof WorkflowNotFoundError) return ended(executionId, error);
  if (isOpen(error))
    return new ThreadlineError(
      'Client.Unavailable',
      'The execution did not answer: is a worker running, and Temporal reachable?',
      { cause: error },
    );
  return error;
}

function ended(executionId: string, cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Execution.NotRunning',
    `Execution '${executionId.slice(0, 200)}' has ended: nothing takes a step`,
    { cause },
  );
}
