import { ApplicationFailure } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/** A non-retryable failure with a type and a sentence for the sender. */
export function refusal(
  type: FailureType | (string & {}),
  message: string,
  details?: object,
): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    details: details === undefined ? undefined : [details],
    nonRetryable: true,
  });
}
