import { unfinishedExecutions } from '../store/unfinished-executions.js';
import type { ActivityDependencies } from './dependencies.js';
import { finishIfGone } from './finish-if-gone.js';

const PAGE = 100;

/**
 * Finishes the rows of executions whose Workflow is gone: a terminated one could not do it itself. Returns
 * the Workflow IDs it finished. Safe to run at any time, by several workers at once.
 */
export async function reconcileExecutions(
  dependencies: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
): Promise<string[]> {
  const finished: string[] = [];
  for (let after = 0; ;) {
    const page = await unfinishedExecutions(dependencies.db, { after, limit: PAGE });
    for (const { id, workflowId } of page) {
      after = id;
      if (await finishIfGone(dependencies, workflowId)) finished.push(workflowId);
    }
    if (page.length < PAGE) return finished;
  }
}
