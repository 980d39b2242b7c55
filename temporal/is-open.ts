import type { WorkflowExecutionDescription } from '@temporalio/client';

/** Tells whether a Workflow goes on. One that an operator paused does: it is taken up where it stopped. */
export function isOpen({ status }: Pick<WorkflowExecutionDescription, 'status'>): boolean {
  return status.name === 'RUNNING' || status.name === 'PAUSED';
}
