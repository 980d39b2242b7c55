import { isGrpcServiceError, type Client } from '@temporalio/client';

const NOT_FOUND = 5; // gRPC status
const PAGE = 200;

/**
 * Terminates and deletes the runs of these conversations, of all Workflows below them, and of these
 * executions. What is gone already is passed over. Returns how many runs were deleted.
 */
export async function deleteWorkflows(
  client: Client,
  ids: { conversations: readonly string[]; executions: readonly string[] },
): Promise<number> {
  const runs = new Map<string, { workflowId: string; runId: string }>();
  // Conversations end first: they would begin the next turn while the one before is ended.
  for (const id of [...ids.conversations, ...ids.executions])
    for (const run of await runsOf(client, id)) runs.set(run.runId, run);
  for (const run of runs.values()) await terminate(client, run);
  let deleted = 0;
  for (const run of runs.values()) if (await remove(client, run)) deleted += 1;
  return deleted;
}

/** Runs with this id or below it: visibility knows those of earlier Continue-As-New, too. */
async function runsOf(client: Client, id: string): Promise<{ workflowId: string; runId: string }[]> {
  // Percent-encoded parts have no double quote.
  const query = `WorkflowId = "${id}" OR WorkflowId STARTS_WITH "${id}/"`;
  const runs = [];
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: PAGE }))
    runs.push({ workflowId, runId });
  const latest = await latestRun(client, id);
  return latest === undefined ? runs : [latest, ...runs];
}

/** A run that began a moment ago is not visible yet. */
async function latestRun(
  client: Client,
  id: string,
): Promise<{ workflowId: string; runId: string } | undefined> {
  const description = await unlessGone(client.workflow.getHandle(id).describe());
  return description && { workflowId: id, runId: description.runId };
}

async function terminate(client: Client, run: { workflowId: string; runId: string }): Promise<void> {
  await unlessGone(client.workflow.getHandle(run.workflowId, run.runId).terminate('The user is forgotten'));
}

async function remove(
  client: Client,
  { workflowId, runId }: { workflowId: string; runId: string },
): Promise<boolean> {
  const { namespace } = client.options;
  const workflowExecution = { workflowId, runId };
  const request = client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution });
  return (await unlessGone(request)) !== undefined;
}

/** Undefined: it is gone, or has ended. */
async function unlessGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'WorkflowNotFoundError') return true;
  return isGrpcServiceError(error) ? Number(error.code) === NOT_FOUND : isNotFound(error.cause);
}
