import type { WorkflowExecutionDescription } from '@temporalio/client';

/** True for a paused Workflow as well, because an operator may unpause it. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}
