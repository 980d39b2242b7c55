import { WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';

export const ACCEPTED_BY_ENDED = 'AcceptedUpdateCompletedWorkflow';

export function updateFailureType(error: unknown): string | undefined {
  if (!(error instanceof WorkflowUpdateFailedError)) return undefined;
  return error.cause instanceof ApplicationFailure ? (error.cause.type ?? undefined) : undefined;
}
