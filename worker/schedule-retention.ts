import {
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type Client,
  type ScheduleOptions,
} from '@temporalio/client';
import { RETENTION_WORKFLOW, retentionScheduleId, type RetentionRules } from '../protocol/retention.js';
import type { Database } from '../store/database.js';
import { storeRetentionRules } from '../store/retention/retention-status.js';

const EVERY = '1 hour';

/** Also sweeps without rules. Safe when many workers start at once. */
export async function scheduleRetention(
  { db, temporal, taskQueue }: { db: Database; temporal: Client; taskQueue: string },
  rules: RetentionRules,
): Promise<void> {
  await storeRetentionRules(db, { taskQueue, rules });
  const scheduleId = retentionScheduleId(taskQueue);
  const schedule = {
    spec: { intervals: [{ every: EVERY }] },
    action: {
      type: 'startWorkflow',
      workflowType: RETENTION_WORKFLOW,
      workflowId: scheduleId,
      taskQueue,
      args: [],
      staticSummary: 'Removes expired data',
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 hour' },
  } satisfies Omit<ScheduleOptions, 'scheduleId'>;
  try {
    await temporal.schedule.create({ scheduleId, ...schedule });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await temporal.schedule.getHandle(scheduleId).update(({ state }) => ({ ...schedule, state }));
  }
}
