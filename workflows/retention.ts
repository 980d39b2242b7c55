import {
  ApplicationFailure,
  continueAsNew,
  proxyActivities,
  rootCause,
  workflowInfo,
} from '@temporalio/workflow';
import {
  MAX_NOT_REMOVED_NAMES,
  type NotRemoved,
  type RemovedThrough,
  type RetentionActivities,
} from '../protocol/activities/retention.js';
import { RETENTION_OPTIONS } from './activity-options.js';
import { explainStackTrace } from './explain-stack-trace.js';
import { isHistoryFull } from './is-history-full.js';

const { removeExpired, sweep } = proxyActivities<RetentionActivities>(RETENTION_OPTIONS);

interface CarriedRetention {
  after?: RemovedThrough | undefined;
  sweepFailure?: string | undefined;
  failed?: NotRemoved | undefined;
}

/** Sweeps first, because removing may take hours. A failure fails the last run, after all others are removed. */
export async function retention(carried?: CarriedRetention): Promise<void> {
  explainStackTrace();
  const { firstExecutionRunId: runId } = workflowInfo();
  const { sweepFailure } = carried ?? { sweepFailure: await trySweep() };
  let { after, failed } = carried ?? {};
  for (;;) {
    const options = { summary: 'remove expired data' };
    const removed = await removeExpired.executeWithOptions(options, [{ runId, after }]);
    after = removed.after;
    failed = add(failed, removed.failed);
    if (!removed.more) break;
    if (isHistoryFull()) await continueAsNew<typeof retention>({ after, sweepFailure, failed });
  }
  const failures = [
    ...(sweepFailure === undefined ? [] : [`The sweep failed: ${sweepFailure}`]),
    ...(failed
      ? [`${failed.count} were not removed (see the worker's log): ${failed.first.join(', ')}`]
      : []),
  ];
  if (failures.length > 0) throw ApplicationFailure.nonRetryable(failures.join('. '));
}

function add(one: NotRemoved | undefined, other: NotRemoved | undefined): NotRemoved | undefined {
  if (!one || !other) return one ?? other;
  return {
    count: one.count + other.count,
    first: [...one.first, ...other.first].slice(0, MAX_NOT_REMOVED_NAMES),
  };
}

async function trySweep(): Promise<string | undefined> {
  const sweeping = sweep.executeWithOptions({ summary: 'remove unreferenced data' }, []);
  const [swept] = await Promise.allSettled([sweeping]);
  return swept.status === 'rejected' ? (rootCause(swept.reason) ?? String(swept.reason)) : undefined;
}
