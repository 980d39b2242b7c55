import { log } from '@temporalio/activity';
import { StepsWaitError } from '../../store/execution/finish-execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';
import type { ActivityDependencies } from '../dependencies.js';
import { createFinishExecution } from './finish-execution.js';

/**
 * Ends the execution in the transaction that stores its answer, so clients see the end before the Workflow
 * does.
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
        log.warn('An execution could not be finished together with its answer', { reason: String(error) });
      return undefined;
    }
  };
}
