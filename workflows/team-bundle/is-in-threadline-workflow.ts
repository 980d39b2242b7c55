import { workflowInfo } from '@temporalio/workflow';
import { isThreadlineWorkflow } from '../../protocol/workflow-types.js';

export function isInThreadlineWorkflow(): boolean {
  return isThreadlineWorkflow(workflowInfo().workflowType);
}
