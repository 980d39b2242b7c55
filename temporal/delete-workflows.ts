import { isGrpcServiceError, type Client } from '@temporalio/client';
import { NOT_FOUND } from '../protocol/grpc-status.js';
import { hasWork, isOpen } from './is-open.js';

const PAGE_SIZE = 200;

interface Run {
  workflowId: string;
  runId: string;
  isOpen: boolean;
}

export interface DeletedWorkflows {
  /** Runs that the server was asked to delete, which may take up to a minute. */
  runIds: ReadonlySet<string>;
  wasRunning: boolean;
  hasWork: boolean;
}

/**
 * With everything they started. Until the server has deleted a run, another call finds it again. `keepsOpen`:
 * deletes only closed runs, and none while one has work, which may be a message that is stored nowhere.
 */
export async function deleteWorkflows(
  client: Client,
  ids: {
    conversations: readonly string[];
    executions: readonly string[];
    prefixes?: readonly string[];
    keepsOpen?: boolean;
  },
): Promise<DeletedWorkflows> {
  const runs = new Map<string, Run>();
  let [wasRunning, isWorking] = [false, false];
  // Conversations end first, because they would start their next turn meanwhile.
  const targets = [
    ...ids.conversations.map((id) => ({ id, below: CONVERSATION_PARTS })),
    ...ids.executions.map((id) => ({ id, below: [''] })),
  ];
  for (const { id, below } of targets) {
    // Described too, because visibility does not list a run that has just started.
    const latest = await unlessGone(client.workflow.getHandle(id).describe());
    if (latest) runs.set(latest.runId, { workflowId: id, runId: latest.runId, isOpen: isOpen(latest) });
    // Visibility may still list a closed run as open.
    for (const run of await listBelow(client, id, below)) if (!runs.has(run.runId)) runs.set(run.runId, run);
    if (latest && isOpen(latest)) wasRunning = true;
    if (latest && hasWork(latest)) isWorking = true;
  }
  for (const prefix of ids.prefixes ?? [])
    for (const run of await listRuns(client, `WorkflowId STARTS_WITH "${prefix}"`)) runs.set(run.runId, run);
  const deleted = [...runs.values()].filter((run) => !ids.keepsOpen || (!isWorking && !run.isOpen));
  for (const run of deleted) await remove(client, run);
  return { runIds: new Set(deleted.map(({ runId }) => runId)), wasRunning, hasWork: isWorking };
}

/** Matched in full, because a shorter prefix would include other channels. */
const CONVERSATION_PARTS = ['turn/', 'upkeep', 'thread/'];

function listBelow(client: Client, id: string, below: readonly string[]): Promise<Run[]> {
  // Percent-encoded parts contain no double quote.
  const parts = below.map((part) => ` OR WorkflowId STARTS_WITH "${id}/${part}"`);
  return listRuns(client, `WorkflowId = "${id}"${parts.join('')}`);
}

async function listRuns(client: Client, query: string): Promise<Run[]> {
  const runs: Run[] = [];
  for await (const run of client.workflow.list({ query, pageSize: PAGE_SIZE }))
    runs.push({ workflowId: run.workflowId, runId: run.runId, isOpen: isOpen(run) });
  return runs;
}

async function remove(client: Client, { workflowId, runId }: Run): Promise<void> {
  const workflowExecution = { workflowId, runId };
  const { namespace } = client.options;
  await unlessGone(client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution }));
}

export async function unlessGone<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

export function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'WorkflowNotFoundError') return true;
  return isGrpcServiceError(error) ? Number(error.code) === NOT_FOUND : isNotFound(error.cause);
}
