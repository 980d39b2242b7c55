import type { Client } from '@temporalio/client';
import type { ChaosViolation } from './chaos-report.js';

/**
 * A Signal or an Update arrived while the worker closed the run. The server creates a new task, but local Activities run again (`tests/integration/summaries/woken-at-the-end.test.ts`).
 */
const UNHANDLED_COMMAND = 'UnhandledCommand';

export async function checkHistories(temporal: Client, query?: string): Promise<ChaosViolation[]> {
  const violations: ChaosViolation[] = [];
  for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { workflowTaskFailedEventAttributes: failed } of events ?? []) {
      if (failed == null) continue;
      if (failed.failure?.message === UNHANDLED_COMMAND) continue;
      const detail = `${workflowId}: ${failed.failure?.message ?? `cause ${failed.cause}`}`;
      violations.push({ rule: 'workflow-task', detail });
    }
  }
  return violations;
}
