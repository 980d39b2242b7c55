import { finishExecution } from '../store/finish-execution.js';
import { unfinishedExecutions } from '../store/unfinished-executions.js';
import { answerSettings } from './answer-settings.js';
import type { ActivityDependencies } from './dependencies.js';

const PAGE = 100;

/**
 * Finishes the rows of executions whose Workflow is gone: a terminated one could not do it itself. Returns
 * the Workflow IDs it finished. Safe to run at any time, by several workers at once.
 */
export async function reconcileExecutions({
  db,
  describeWorkflow,
}: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>): Promise<string[]> {
  const finished: string[] = [];
  for (let after = 0; ;) {
    const page = await unfinishedExecutions(db, { after, limit: PAGE });
    for (const { id, workflowId } of page) {
      after = id;
      if ((await describeWorkflow(workflowId)) === 'open') continue;
      await finishExecution(db, {
        ...answerSettings(),
        workflowId,
        status: 'failed',
        errorType: 'Execution.Ended',
        errorMessage: 'The execution ended without finishing',
      });
      finished.push(workflowId);
    }
    if (page.length < PAGE) return finished;
  }
}
