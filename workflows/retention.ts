import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { RemovedThrough, RetentionActivities } from '../protocol/activities/retention.js';
import { RETENTION_OPTIONS } from './activity-options.js';
import { explainStackTrace } from './explain-stack-trace.js';
import { isHistoryFull } from './is-history-full.js';

const { removeExpired, sweep } = proxyActivities<RetentionActivities>(RETENTION_OPTIONS);

/** Sweeps first, because removing may take hours. If the sweep fails, the run still removes, then fails. */
export async function retention(): Promise<void> {
  explainStackTrace();
  const { firstExecutionRunId: runId } = workflowInfo();
  const sweeping = sweep.executeWithOptions({ summary: 'remove what nothing refers to' }, []);
  const [swept] = await Promise.allSettled([sweeping]);
  let after: RemovedThrough | undefined;
  for (;;) {
    const options = { summary: 'remove what is due' };
    const removed = await removeExpired.executeWithOptions(options, [{ runId, after }]);
    after = removed.after;
    if (!removed.more) break;
    if (isHistoryFull()) await continueAsNew<typeof retention>();
  }
  if (swept.status === 'rejected') throw swept.reason;
}
