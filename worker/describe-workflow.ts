import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { WorkflowDescription } from '../activities/dependencies.js';
import { isOpen } from '../temporal/is-open.js';

export function createDescribeWorkflow(
  client: Client,
): (workflowId: string) => Promise<WorkflowDescription | undefined> {
  return async (workflowId) => {
    try {
      const run = await client.workflow.getHandle(workflowId).describe();
      return { isOpen: isOpen(run), parentId: run.parentExecution?.workflowId ?? undefined };
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  };
}
