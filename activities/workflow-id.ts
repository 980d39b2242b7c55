import { Context } from '@temporalio/activity';

export function callerWorkflowId(): string {
  const id = Context.current().info.workflowExecution?.workflowId;
  if (id === undefined) throw new Error('This Activity can only be run for a Workflow');
  return id;
}
