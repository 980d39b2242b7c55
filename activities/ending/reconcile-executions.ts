import {
  listUnfinishedExecutions,
  type Age,
  type UnfinishedExecution,
} from '../../store/execution/unfinished-executions.js';
import { actOnEach, type OnFailure } from './act-on-each.js';
import type { ActivityDependencies } from '../dependencies.js';
import { finishIfGone, type FinishDependencies } from './finish-if-gone.js';

interface ReconcileDependencies extends Required<FinishDependencies> {
  onFailure?: OnFailure;
}

const PAGE = 100;

/**
 * Finishes executions whose Workflow was terminated, or whose parent ended before starting them. Safe in
 * several workers.
 */
export async function reconcileExecutions(
  dependencies: ReconcileDependencies,
  look: Age & { taskQueue?: string } = { olderThanSeconds: 0 },
): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const { finished, next } = await reconcilePage(dependencies, { after, ...look });
    all.push(...finished);
    if (next === 0) return all;
    after = next;
  }
}

/** `isAlone`: only executions that no conversation watches. `next` starts the next page, or is 0. */
export async function reconcilePage(
  dependencies: ReconcileDependencies,
  look: Age & { after: number; isAlone?: boolean; taskQueue?: string },
): Promise<{ finished: string[]; next: number }> {
  const finished: string[] = [];
  const page = await listUnfinishedExecutions(dependencies.db, { ...look, limit: PAGE });
  await actOnEach(page, {
    onFailure: dependencies.onFailure,
    async act(execution) {
      if (await mayStillStart(dependencies, execution)) return;
      if (await finishIfGone(dependencies, execution)) finished.push(execution.workflowId);
    },
  });
  return { finished, next: page.length < PAGE ? 0 : (page.at(-1)?.id ?? 0) };
}

/** True if the parent is open, because it may be about to start the execution. */
async function mayStillStart(
  { describeWorkflow }: Pick<ActivityDependencies, 'describeWorkflow'>,
  { isPlanned, parentWorkflowId }: UnfinishedExecution,
): Promise<boolean> {
  return (
    isPlanned && parentWorkflowId !== null && (await describeWorkflow(parentWorkflowId))?.isOpen === true
  );
}
