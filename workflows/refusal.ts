import { ApplicationFailure } from '@temporalio/workflow';
import type { ConversationFailureType } from '../protocol/failure-types.js';

/** A failure that is final: its sender gets the type and the sentence, and nothing is retried. */
export function refusal(type: ConversationFailureType | (string & {}), message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}
