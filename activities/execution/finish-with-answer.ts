import { log } from '@temporalio/activity';
import { StepsWaitError } from '../../store/execution/finish-execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';
import type { ActivityDependencies } from '../dependencies.js';
import { createFinishExecution } from './finish-execution.js';

/**
 * Makes the function that finishes an execution with the answer that completes it, so that whoever waits hears of it
 * before the Workflow does. Undefined: it goes on, because a step was pushed to it meanwhile, or it could not be
 * finished. That is the Workflow's to do then, which tries for longer.
 */
export function createFinishWithAnswer(dependencies: ActivityDependencies) {
  const finishExecution = createFinishExecution(dependencies);

  return async function finishWithAnswer(left: {
    leavesWork: boolean;
  }): Promise<FinishedExecution | undefined> {
    try {
      return await finishExecution({ status: 'completed', unlessStepsWait: true, ...left });
    } catch (error) {
      if (!(error instanceof StepsWaitError))
        log.warn('An execution is not finished with its answer', { reason: String(error) });
      return undefined;
    }
  };
}
