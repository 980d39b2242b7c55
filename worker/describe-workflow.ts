import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { WorkflowState } from '../activities/dependencies.js';
import { isOpen } from '../temporal/is-open.js';

/** Tells whether a Workflow is open, has closed, or is not known to the server (any more). */
export function createDescribeWorkflow(client: Client): (workflowId: string) => Promise<WorkflowState> {
  return async (workflowId) => {
    try {
      return isOpen(await client.workflow.getHandle(workflowId).describe()) ? 'open' : 'closed';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'unknown';
      throw error;
    }
  };
}
