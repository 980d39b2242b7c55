import { ApplicationFailure } from '@temporalio/activity';

/** A worker that shuts down, or was timed out, leaves a model call to the next attempt of its Activity. */
export function workerStoppedFailure(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Worker.Stopped',
    message: 'The worker stopped during the model call',
    nextRetryDelay: 1,
    category: 'BENIGN',
  });
}
