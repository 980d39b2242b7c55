import {
  ApplicationFailure,
  continueAsNew,
  proxyActivities,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';
import type { RemovedThrough, RetentionActivities } from '../protocol/activities/retention.js';
import { RETENTION_OPTIONS } from './activity-options.js';
import { explainStackTrace } from './explain-stack-trace.js';
import { isHistoryFull } from './is-history-full.js';

const { removeExpired, sweep } = proxyActivities<RetentionActivities>(RETENTION_OPTIONS);

interface CarriedRetention {
  after?: RemovedThrough | undefined;
  sweepFailure?: string | undefined;
}

/** Sweeps first, because removing may take hours. A failed sweep fails the last run. */
export async function retention(carried?: CarriedRetention): Promise<void> {
  explainStackTrace();
  const { firstExecutionRunId: runId } = workflowInfo();
  const { sweepFailure } = carried ?? { sweepFailure: await trySweep() };
  let after = carried?.after;
  for (;;) {
    const options = { summary: 'remove expired data' };
    const removed = await removeExpired.executeWithOptions(options, [{ runId, after }]);
    after = removed.after;
    if (!removed.more) break;
    if (isHistoryFull()) await continueAsNew<typeof retention>({ after, sweepFailure });
  }
  if (sweepFailure !== undefined) throw ApplicationFailure.nonRetryable(`The sweep failed: ${sweepFailure}`);
}

async function trySweep(): Promise<string | undefined> {
  const sweeping = sweep.executeWithOptions({ summary: 'remove unreferenced data' }, []);
  const [swept] = await Promise.allSettled([sweeping]);
  return swept.status === 'rejected' ? (rootCause(swept.reason) ?? String(swept.reason)) : undefined;
}
