import { callerWorkflowId } from '../workflow-id.js';

const SUFFIX = '/upkeep';

export function servedWorkflowId(): string {
  const workflowId = callerWorkflowId();
  if (!workflowId.endsWith(SUFFIX)) throw new Error('Only an upkeep Workflow can run this Activity');
  return workflowId.slice(0, -SUFFIX.length);
}
