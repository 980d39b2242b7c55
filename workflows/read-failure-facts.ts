import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  isCancellation,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/workflow';
import { errorMessage } from '../protocol/error-message.js';
import { FAILURE_CHARACTERS } from '../protocol/limits.js';
import type { FailureFacts } from '../protocol/failure-facts.js';

export function failureFacts(error: unknown): FailureFacts {
  if (isCancellation(error)) return { isCancelled: true, type: 'Cancelled', message: 'Cancelled' };
  const cause = findRoot(error);
  if (cause instanceof ApplicationFailure)
    return { isCancelled: false, type: cause.type ?? 'Unknown', message: bounded(cause.message) };
  if (cause instanceof TerminatedFailure)
    return { isCancelled: false, type: 'Terminated', message: 'The execution was terminated' };
  if (cause instanceof TimeoutFailure)
    return { isCancelled: false, type: 'TimedOut', message: bounded(`Timed out: ${cause.timeoutType}`) };
  return {
    isCancelled: false,
    type: 'Unknown',
    message: bounded(errorMessage(cause)),
  };
}

function findRoot(error: unknown): unknown {
  let current = error;
  while ((current instanceof ActivityFailure || current instanceof ChildWorkflowFailure) && current.cause)
    current = current.cause;
  return current;
}

function bounded(message: string): string {
  return message.length <= FAILURE_CHARACTERS
    ? message
    : `${message.slice(0, FAILURE_CHARACTERS - 1).toWellFormed()}…`;
}
