import {
  CancellationScope,
  getExternalWorkflowHandle,
  sleep,
  startChild,
  type ChildWorkflowHandle,
  type ChildWorkflowOptions,
  type Workflow,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError, type WithWorkflowArgs } from '@temporalio/common';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Waits for an earlier run's child, which may still run after a parent's reset. */
export async function startWhenFree<Child extends Workflow>(
  type: string,
  options: { workflowId: string } & WithWorkflowArgs<Child, ChildWorkflowOptions>,
): Promise<ChildWorkflowHandle<Child>> {
  let hasEnded = false;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await startChild<Child>(type, options);
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError) || hasEnded) throw error;
      hasEnded = mayStayTaken(options) && (await hasWorkflowEnded(options.workflowId));
      if (hasEnded) continue;
      await sleep(pauseMs, { summary: 'until the Workflow of an earlier run has ended' });
    }
  }
}

function mayStayTaken({ workflowIdReusePolicy: policy }: ChildWorkflowOptions): boolean {
  return policy !== WorkflowIdReusePolicy.ALLOW_DUPLICATE;
}

/** Cancels the Workflow again, which fails only if it has ended. */
async function hasWorkflowEnded(workflowId: string): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(workflowId).cancel();
    return false;
  } catch (error) {
    if (CancellationScope.current().consideredCancelled) throw error;
    return true;
  }
}
