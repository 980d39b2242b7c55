import { callerWorkflowId } from '../workflow-id.js';

const SUFFIX = '/upkeep';

export function servedWorkflowId(): string {
  const workflowId = callerWorkflowId();
  if (!workflowId.endsWith(SUFFIX)) throw new Error('This Activity can only be run for an upkeep');
  return workflowId.slice(0, -SUFFIX.length);
}
