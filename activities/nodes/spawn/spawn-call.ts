import { subExecutionWorkflowId } from '../../../protocol/ids.js';
import type { Database } from '../../../store/database.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import { openToolCall, type OpenedToolCall } from '../../agent/tools/open-tool-call.js';
import { callerWorkflowId } from '../../workflow-id.js';

interface SpawnCallKey {
  step: number;
  ordinal: number;
  first: number;
}

export interface SpawnCall extends SpawnCallKey, OpenedToolCall {
  workflowId: string;
  execution: ExecutionFacts;
}

export async function openSpawnCall(
  db: Database,
  { step, ordinal, first }: SpawnCallKey,
): Promise<SpawnCall> {
  const workflowId = callerWorkflowId();
  const execution = await loadExecution(db, workflowId);
  return {
    step,
    ordinal,
    first,
    workflowId,
    execution,
    ...(await openToolCall(db, { execution, step, ordinal })),
  };
}

/** Milliseconds, shared by all tasks of the call. */
export function readDeadline({ config: { spawnSeconds } }: Pick<SpawnCall, 'config'>): number | undefined {
  return spawnSeconds === undefined ? undefined : spawnSeconds * 1_000;
}

export function toChildId({ workflowId, nodeId, iteration, first }: SpawnCall, index: number): string {
  return subExecutionWorkflowId(workflowId, { nodeId, iteration, ordinal: first + index });
}
