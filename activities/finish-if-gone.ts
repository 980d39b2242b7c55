import { finishExecution } from '../store/execution/finish-execution.js';
import { answerSettings } from './answer-settings.js';
import type { ActivityDependencies } from './dependencies.js';

/** A planned execution becomes cancelled. Returns whether the rows were finished. */
export async function finishIfGone(
  { db, describeWorkflow }: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
  { workflowId, isPlanned = false }: { workflowId: string; isPlanned?: boolean },
): Promise<boolean> {
  if ((await describeWorkflow(workflowId))?.isOpen === true) return false;
  const end = isPlanned
    ? ({ status: 'cancelled' } as const)
    : ({
        status: 'failed',
        errorType: 'Execution.Ended',
        errorMessage: 'The execution ended without finishing',
      } as const);
  const { status } = await finishExecution(db, { ...answerSettings(), workflowId, ...end });
  // The execution may have finished since it was listed.
  return status === end.status;
}
