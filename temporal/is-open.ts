import type { WorkflowExecutionDescription } from '@temporalio/client';

/** A paused Workflow is open: an operator may unpause it. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}
