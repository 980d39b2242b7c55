import type { WorkflowExecutionDescription } from '@temporalio/client';

/** An operator may unpause a paused Workflow. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}
