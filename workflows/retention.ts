import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { RetentionActivities } from '../protocol/activities/retention.js';
import { RETENTION_OPTIONS } from './activity-options.js';
import { explainStackTrace } from './explain-stack-trace.js';
import { isHistoryFull } from './is-history-full.js';

const { removeExpired } = proxyActivities<RetentionActivities>(RETENTION_OPTIONS);

export async function retention(): Promise<void> {
  explainStackTrace();
  const { firstExecutionRunId: runId } = workflowInfo();
  for (;;) {
    const { more } = await removeExpired.executeWithOptions({ summary: 'remove what is due' }, [{ runId }]);
    if (!more) return;
    if (isHistoryFull()) await continueAsNew<typeof retention>();
  }
}
