import {
  listUnfinishedExecutions,
  type UnfinishedExecution,
} from '../store/execution/unfinished-executions.js';
import type { ActivityDependencies } from './dependencies.js';
import { finishIfGone, type FinishDependencies } from './finish-if-gone.js';

type ReconcileDependencies = Required<FinishDependencies>;

const PAGE = 100;

/**
 * A Workflow is gone if it was terminated, or its parent was before it began. Returns the Workflow IDs.
 * Safe at any time, on several workers.
 */
export async function reconcileExecutions(dependencies: ReconcileDependencies): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const { finished, next } = await reconcilePage(dependencies, { after });
    all.push(...finished);
    if (next === 0) return all;
    after = next;
  }
}

/**
 * One page after a row id. With `aloneSeconds`, only executions that nothing watches, because they have no
 * conversation and no parent, or the parent has ended. Returns the start of the next page; 0 after the
 * last.
 */
export async function reconcilePage(
  dependencies: ReconcileDependencies,
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
 * The Workflow of a child that is about to start is unknown, too. Asks about the parent first: a closed
 * parent starts nothing, so the child's state is final then.
 */
async function mayStillStart(
  { describeWorkflow }: Pick<ActivityDependencies, 'describeWorkflow'>,
  { isPlanned, parentWorkflowId }: UnfinishedExecution,
): Promise<boolean> {
  return (
    isPlanned && parentWorkflowId !== null && (await describeWorkflow(parentWorkflowId))?.isOpen === true
  );
}
