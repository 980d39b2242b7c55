import {
  listUnfinishedExecutions,
  type UnfinishedExecution,
} from '../store/execution/unfinished-executions.js';
import type { ActivityDependencies } from './dependencies.js';
import { finishIfGone } from './finish-if-gone.js';

const PAGE = 100;

/**
 * Finishes the rows of executions whose Workflow is gone: a terminated one could not do it itself, and one whose
 * parent was terminated first never began. Returns the Workflow IDs it finished. Safe to run at any time, by several
 * workers at once.
 */
export async function reconcileExecutions(
  dependencies: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
): Promise<string[]> {
  const finished: string[] = [];
  for (let after = 0; ;) {
    const page = await listUnfinishedExecutions(dependencies.db, { after, limit: PAGE });
    for (const execution of page) {
      after = execution.id;
      if (await mayStillStart(dependencies, execution)) continue;
      if (await finishIfGone(dependencies, execution)) finished.push(execution.workflowId);
    }
    if (page.length < PAGE) return finished;
  }
}

/**
 * No Workflow is known of one that its parent is about to start. The parent is asked after first: once it has closed
 * it starts nothing, so that what is known of the child then is the last word.
 */
async function mayStillStart(
  { describeWorkflow }: Pick<ActivityDependencies, 'describeWorkflow'>,
  { isPlanned, parentWorkflowId }: UnfinishedExecution,
): Promise<boolean> {
  return (
    isPlanned && parentWorkflowId !== null && (await describeWorkflow(parentWorkflowId))?.isOpen === true
  );
}
