import { ApplicationFailure } from '@temporalio/common';
import { errorMessage } from '../protocol/error-message.js';
import { redactSecrets } from '../protocol/redact-secrets.js';
import type { FailureTypeOf } from '../protocol/failure-types.js';

export function nodeFailure(type: FailureTypeOf<'Node' | 'Flow'>, error: unknown): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message: redactSecrets(errorMessage(error)),
    nonRetryable: true,
    cause: error instanceof Error ? error : undefined,
  });
}
