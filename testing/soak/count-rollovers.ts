import type { Client } from '@temporalio/client';

/** How often each of the Workflows continued as new, by the runs that the server keeps. */
export async function countRollovers(
  temporal: Client,
  workflowIds: readonly string[],
): Promise<readonly number[]> {
  const counts = new Map(workflowIds.map((id) => [id, 0]));
  for await (const { workflowId } of temporal.workflow.list({
    query: "ExecutionStatus = 'ContinuedAsNew'",
  })) {
    const count = counts.get(workflowId);
    if (count !== undefined) counts.set(workflowId, count + 1);
  }
  return [...counts.values()];
}
