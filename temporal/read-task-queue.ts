import type { Client } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import type { WorkerDeployment } from './worker-deployment.js';

/** Of the enum temporal.api.enums.v1.TaskQueueType. */
const TYPES = { workflow: 1, activity: 2 } as const;
const VERSIONED = 2; // Of the enum temporal.api.enums.v1.WorkerVersioningMode.
/** A live worker polls every minute. The server lists a dead one for five. */
const LIVING_MS = 90_000;

export interface LivingPoller {
  readonly identity: string;
  readonly deployment?: WorkerDeployment;
}

export interface TaskQueueState {
  readonly pollers: readonly LivingPoller[];
  /** Absent if unversioned workers get new work. */
  readonly current?: WorkerDeployment;
}

export async function readTaskQueue(
  { workflowService }: Client,
  {
    namespace,
    taskQueue,
    type = 'workflow',
  }: { namespace: string; taskQueue: string; type?: keyof typeof TYPES },
): Promise<TaskQueueState> {
  const { pollers, versioningInfo } = await workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TYPES[type],
  });
  const since = Date.now() - LIVING_MS;
  const living = (pollers ?? []).filter(
    ({ lastAccessTime }) => (optionalTsToMs(lastAccessTime) ?? 0) >= since,
  );
  return {
    pollers: living.map(({ identity, deploymentOptions }) => ({
      identity: identity ?? 'unknown',
      ...(deploymentOptions?.workerVersioningMode === VERSIONED && {
        deployment: toDeployment(deploymentOptions),
      }),
    })),
    ...(versioningInfo?.currentDeploymentVersion && {
      current: toDeployment(versioningInfo.currentDeploymentVersion),
    }),
  };
}

function toDeployment({
  deploymentName,
  buildId,
}: {
  deploymentName?: string | null;
  buildId?: string | null;
}): WorkerDeployment {
  return { name: deploymentName ?? '', buildId: buildId ?? '' };
}
