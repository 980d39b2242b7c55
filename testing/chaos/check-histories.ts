import type { Client } from '@temporalio/client';
import type { ChaosViolation } from './chaos-report.js';

/**
 * A message came while a Workflow was about to end, so the server asks it again: a failure by name alone, which a run
 * without faults has too.
 */
const UNHANDLED_COMMAND = 'UnhandledCommand';

/** Looks for failed Workflow Tasks in the histories of all Workflows, past runs included. */
export async function checkHistories(temporal: Client): Promise<ChaosViolation[]> {
  const violations: ChaosViolation[] = [];
  for await (const { workflowId, runId } of temporal.workflow.list()) {
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
