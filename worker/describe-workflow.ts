import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { WorkflowState } from '../activities/dependencies.js';

/** Tells whether a Workflow runs, has closed, or is not known to the server (any more). */
export function createDescribeWorkflow(client: Client): (workflowId: string) => Promise<WorkflowState> {
  return async (workflowId) => {
    try {
      const { status } = await client.workflow.getHandle(workflowId).describe();
      return status.name === 'RUNNING' ? 'open' : 'closed';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'unknown';
      throw error;
    }
  };
}
