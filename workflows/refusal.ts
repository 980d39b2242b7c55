import { ApplicationFailure } from '@temporalio/workflow';
import type { FailureType } from '../protocol/failure-types.js';

/** A failure that is final: its sender gets the type and the sentence, and nothing is retried. */
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
