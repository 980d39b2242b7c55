import { readStartId } from '../../../protocol/parse-workflow-id.js';
import type { ListedExecution } from '../../../views/execution.js';
import { get, type Wire } from './request.js';

/** Undefined until a worker begins the execution. */
export async function findRun(
  executionId: string,
  { user, signal }: { user?: string | undefined; signal?: AbortSignal } = {},
): Promise<Wire<ListedExecution> | undefined> {
  const found = await get<ListedExecution[]>('/executions', {
    query: { id: readStartId(executionId), user },
    ...(signal && { signal }),
  });
  return found.find((run) => run.executionId === executionId);
}
