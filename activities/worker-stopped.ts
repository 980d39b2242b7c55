import { ApplicationFailure } from '@temporalio/activity';

export function workerStoppedFailure(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Worker.Stopped',
    message: 'The worker stopped during the model call',
    nextRetryDelay: 1,
    category: 'BENIGN',
  });
}
