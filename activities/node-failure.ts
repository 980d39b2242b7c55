import { ApplicationFailure } from '@temporalio/common';
import { errorMessage } from '../protocol/error-message.js';

/** Types of the failures that nodes give of their own; branch on these, never on words. */
export const NODE_FAILURE_TYPES = [
  /** A template, an expression or a setting that cannot be evaluated. */
  'Node.Failed',
  /** A categorizer's model named none of the categories, and there is no fallback. */
  'Node.NoCategory',
  /** The flow of a sub-execution is not there. */
  'Flow.NotFound',
  /** The sub-execution would be deeper than is allowed. */
  'Flow.TooDeep',
  /** A sub-execution belongs to a user, and none is known. */
  'Flow.NoUser',
] as const;
export type NodeFailureType = (typeof NODE_FAILURE_TYPES)[number];

/** A failure that the same input would meet again: final at once. */
export function nodeFailure(type: NodeFailureType, error: unknown): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message: errorMessage(error),
    nonRetryable: true,
    ...(error instanceof Error && { cause: error }),
  });
}
