import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

/** The run that had accepted an Update ended before it was done. */
export const ACCEPTED_BY_ENDED = 'AcceptedUpdateCompletedWorkflow';

/** The type of the failure that an Update was answered with. Undefined: the error is no such answer. */
export function updateFailureType(error: unknown): string | undefined {
  if (!(error instanceof WorkflowUpdateFailedError)) return undefined;
  return error.cause instanceof ApplicationFailure ? (error.cause.type ?? undefined) : undefined;
}
