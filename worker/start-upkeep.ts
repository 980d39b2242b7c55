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
import { RETENTION_WORKFLOW, retentionScheduleId, type RetentionRules } from '../protocol/retention.js';
import { storeRetentionRules } from '../store/retention/retention-status.js';
import { describeVersion, setCurrentCommand } from '../temporal/describe-version.js';
import { readWorkerVersions } from '../temporal/worker-versions.js';
import type { WorkerVersion } from '../views/health.js';

const EVERY = '1 hour';

interface ReportingWorker {
  temporal: Client;
  namespace: string;
  taskQueue: string;
  deployment: WorkerDeployment | undefined;
}

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

export async function reportVersions(
  { temporal, namespace, taskQueue, deployment }: ReportingWorker,
  note: (level: string, message: string) => void,
): Promise<void> {
  try {
    const versions = await readWorkerVersions(temporal, { namespace, taskQueue });
    for (const version of versions)
      note('INFO', `Found workers of build '${version.buildId ?? '-'}': ${describeVersion(version)}`);
    const problem = whyNoWork({ taskQueue, deployment }, versions);
    if (problem) note('WARN', problem);
  } catch (error) {
    note('WARN', `The versions of the workers could not be read: ${errorMessage(error)}`);
  }
}

function whyNoWork(
  { taskQueue, deployment }: Pick<ReportingWorker, 'taskQueue' | 'deployment'>,
  versions: readonly WorkerVersion[],
): string | undefined {
  const isOwn = (version: WorkerVersion): boolean =>
    version.deployment === (deployment?.name ?? null) && version.buildId === (deployment?.buildId ?? null);
  const receiving = versions.filter(({ status }) => status === 'current' || status === 'ramping');
  if (receiving.some(isOwn)) return undefined;
  if (deployment)
    return `This worker is build '${deployment.buildId}' of deployment '${deployment.name}', which is not current. To route new work to it: ${setCurrentCommand(deployment)}`;
  const [current] = receiving;
  return (
    current &&
    `This worker is unversioned and receives no work, because Task Queue '${taskQueue}' routes it to build '${current.buildId}' of deployment '${current.deployment}'. Set TEMPORAL_DEPLOYMENT_NAME and TEMPORAL_WORKER_BUILD_ID`
  );
}
