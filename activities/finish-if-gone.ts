import { finishExecution } from '../store/finish-execution.js';
import { answerSettings } from './answer-settings.js';
import type { ActivityDependencies } from './dependencies.js';

/** Finishes the rows of an execution whose Workflow has closed or is not known; says whether it did. */
export async function finishIfGone(
  { db, describeWorkflow }: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
  workflowId: string,
): Promise<boolean> {
  if ((await describeWorkflow(workflowId)) === 'open') return false;
  await finishExecution(db, {
    ...answerSettings(),
    workflowId,
    status: 'failed',
    errorType: 'Execution.Ended',
    errorMessage: 'The execution ended without finishing',
  });
  return true;
}
