import {
  type Client,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
  type ScheduleOptions,
} from '@temporalio/client';
import type { ProjectConfig } from '../define-config.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { Closers } from './closers.js';
import { watchForgottenWork } from './watch-forgotten-work.js';
import type { Note } from './create-note.js';
import { reportVersions } from './report-versions.js';
import { RETENTION_WORKFLOW, retentionScheduleId, type RetentionRules } from '../protocol/retention.js';
import { storeRetentionRules } from '../store/retention/retention-status.js';

const EVERY = '1 hour';

export function startUpkeep(
  {
    namespace,
    taskQueue,
    deployment,
    project,
  }: {
    namespace: string;
    taskQueue: string;
    deployment?: WorkerDeployment | undefined;
    project: Pick<ProjectConfig, 'retention'>;
  },
  {
    db,
    temporal,
    self,
    note,
    opened,
  }: { db: Database; temporal: Client; self: { id: string }; note: Note; opened: Closers },
): void {
  void scheduleRetention({ db, temporal, taskQueue }, project.retention ?? {}).catch((error: unknown) =>
    note('WARN', `Retention could not be scheduled: ${errorMessage(error)}`),
  );
  void reportVersions({ temporal, namespace, taskQueue, deployment }, note);
  opened.add(watchForgottenWork({ db, temporal, taskQueue }, { note, self }));
}

/** Sweeps even without rules. Several workers may call this at once. */
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
