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
  const all: string[] = [];
  for (let after = 0; ;) {
    const { finished, next } = await reconcilePage(dependencies, { after });
    all.push(...finished);
    if (next === 0) return all;
    after = next;
  }
}

/**
 * Does the same for one page after a row id; with `aloneSeconds` only for executions that nobody watches, because they
 * belong to no conversation and no other execution, or because their parent has ended. Returns where the next page begins; 0: this was
 * the last one.
 */
export async function reconcilePage(
  dependencies: Pick<ActivityDependencies, 'db' | 'describeWorkflow'>,
  look: { after: number; aloneSeconds?: number },
): Promise<{ finished: string[]; next: number }> {
  const finished: string[] = [];
  const page = await listUnfinishedExecutions(dependencies.db, { ...look, limit: PAGE });
  for (const execution of page) {
    if (await mayStillStart(dependencies, execution)) continue;
    if (await finishIfGone(dependencies, execution)) finished.push(execution.workflowId);
  }
  return { finished, next: page.length < PAGE ? 0 : (page.at(-1)?.id ?? 0) };
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
