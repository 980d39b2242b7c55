import type { Client } from '@temporalio/client';
import { tsToMs } from '@temporalio/common/lib/time.js';

export interface TaskTroubles {
  timedOut: number;
  stuckInQueue: number;
  failed: number;
}

const START_TO_CLOSE = 1; // a value of temporal.api.enums.v1.TimeoutType
const AT_ONCE = 8;

export async function readTroubles(
  temporal: Client,
  { taskQueue, sinceMs }: { taskQueue: string; sinceMs: number },
): Promise<TaskTroubles> {
  const troubles: TaskTroubles = { timedOut: 0, stuckInQueue: 0, failed: 0 };
  const since = new Date(sinceMs).toISOString();
  const open = `ExecutionStatus = 'Running' or CloseTime > '${since}'`;
  const runs: { workflowId: string; runId: string }[] = [];
  for await (const run of temporal.workflow.list({ query: `TaskQueue = '${taskQueue}' and (${open})` }))
    runs.push(run);
  const read = async (): Promise<void> => {
    for (let run = runs.pop(); run; run = runs.pop()) await count(run);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, read));
  return troubles;

  async function count({ workflowId, runId }: { workflowId: string; runId: string }): Promise<void> {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { eventTime, ...event } of events ?? []) {
      if (tsToMs(eventTime) < sinceMs) continue;
      const timedOut = event.workflowTaskTimedOutEventAttributes;
      if (timedOut?.timeoutType === START_TO_CLOSE) troubles.timedOut += 1;
      else if (timedOut) troubles.stuckInQueue += 1;
      if (event.workflowTaskFailedEventAttributes) troubles.failed += 1;
    }
  }
}
