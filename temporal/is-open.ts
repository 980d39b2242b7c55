import type { WorkflowExecutionDescription } from '@temporalio/client';

/** An operator may unpause a paused Workflow. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}

/** True if the Workflow may have received Signals that it has not stored. */
export function hasWork({ status, raw }: Pick<WorkflowExecutionDescription, 'status' | 'raw'>): boolean {
  if (status.name !== 'RUNNING') return status.name === 'PAUSED';
  const { pendingWorkflowTask, pendingChildren, pendingActivities } = raw;
  return Boolean(pendingWorkflowTask || pendingChildren?.length || pendingActivities?.length);
}
