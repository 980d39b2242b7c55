import { Context } from '@temporalio/activity';

export function callerWorkflowId(): string {
  const id = Context.current().info.workflowExecution?.workflowId;
  if (id === undefined) throw new Error('Only a Workflow can run this Activity');
  return id;
}
