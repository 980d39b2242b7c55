import { ApplicationFailure } from '@temporalio/activity';
import type { FailureType } from '../../../protocol/failure-types.js';

/** A model was asked for a summary with its answer, and writes more for it than it may; its answer was ended. */
export class HiddenOverrunError extends Error {
  constructor() {
    super('The model writes more for the summary than it was asked for');
    this.name = 'HiddenOverrunError';
  }
}

/** The failure of a call that told the reader nothing, because all that was said was for the summary. */
export function noAnswerFailure({ isOverrun }: { isOverrun: boolean }): ApplicationFailure {
  const type: FailureType = 'Model.NoAnswer';
  const why = isOverrun
    ? 'It wrote more for the summary that was asked for with its answer than it may, and was stopped'
    : 'It answered with nothing, where a summary was asked for with its answer';
  return ApplicationFailure.nonRetryable(why, type);
}
