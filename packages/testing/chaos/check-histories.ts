import type { Client } from '@temporalio/client';
import type { ChaosViolation } from './chaos-report.js';

/**
 * A Signal or Update came while the worker was completing the Workflow, or continuing it as new. The server refuses
 * such a completion and asks again with the message, so that no message is lost: an upkeep that is woken at its end
 * looks again. All commands of the refused task are void, its local Activities run again, and those may run twice
 * (`tests/integration/summaries/woken-at-the-end.test.ts`). It happens without faults too.
 */
const UNHANDLED_COMMAND = 'UnhandledCommand';

/**
 * Looks for failed Workflow Tasks in the histories of all Workflows, or of those that a visibility query finds, past
 * runs included.
 */
export async function checkHistories(temporal: Client, query?: string): Promise<ChaosViolation[]> {
  const violations: ChaosViolation[] = [];
  for await (const { workflowId, runId } of temporal.workflow.list({ query })) {
    const { events } = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
    for (const { workflowTaskFailedEventAttributes: failed } of events ?? []) {
      if (failed === undefined || failed === null) continue;
      if (failed.failure?.message === UNHANDLED_COMMAND) continue;
      const detail = `${workflowId}: ${failed.failure?.message ?? `cause ${failed.cause}`}`;
      violations.push({ rule: 'workflow-task', detail });
    }
  }
  return violations;
}
