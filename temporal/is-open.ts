import type { WorkflowExecutionDescription } from '@temporalio/client';

/** Tells whether a Workflow has not closed. A paused one continues when an operator unpauses it. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}
