import { ApplicationFailure } from '@temporalio/workflow';
import { errorMessage } from '../protocol/error-message.js';
import type { FailureType } from '../protocol/failure-types.js';

export function refusal(
  type: FailureType | (string & {}),
  message: string,
  details?: object,
): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    details: details ? [details] : undefined,
    nonRetryable: true,
  });
}

/** An ordinary error would retry the Workflow Task forever. */
export function orInvalidId(build: () => string): string {
  try {
    return build();
  } catch (error) {
    throw refusal('Conversation.InvalidId', errorMessage(error));
  }
}
