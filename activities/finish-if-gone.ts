import { finishExecution } from '../store/execution/finish-execution.js';
import { answerSettings } from './answer-settings.js';
import type { ActivityDependencies } from './dependencies.js';

/**
 * Finishes the rows of an execution whose Workflow has closed or is not known, one that was only planned as cancelled;
 * says whether it did.
 */
export async function finishIfGone(
  { db, describeWorkflow }: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
  { workflowId, isPlanned = false }: { workflowId: string; isPlanned?: boolean },
): Promise<boolean> {
  if ((await describeWorkflow(workflowId))?.isOpen === true) return false;
  await finishExecution(db, {
    ...answerSettings(),
    workflowId,
    ...(isPlanned
      ? { status: 'cancelled' }
      : {
          status: 'failed',
          errorType: 'Execution.Ended',
          errorMessage: 'The execution ended without finishing',
        }),
  });
  return true;
}
