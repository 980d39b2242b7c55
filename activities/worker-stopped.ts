import { ApplicationFailure } from '@temporalio/activity';

/** A worker that shuts down or timed out leaves its model call to the next attempt. */
export function workerStoppedFailure(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Worker.Stopped',
    message: 'The worker stopped during the model call',
    nextRetryDelay: 1,
    category: 'BENIGN',
  });
}
