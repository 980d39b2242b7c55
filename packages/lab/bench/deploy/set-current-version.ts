import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { WorkerDeployment } from '../../../../temporal/worker-deployment.js';

const PAUSE_MS = 100;
/**
 * The server knows a build only after a worker polls as it: NOT_FOUND, then FAILED_PRECONDITION for its Task Queues.
 */
const NOT_YET: readonly number[] = [5, 9];

export async function setCurrentVersion(
  { workflowService, options: { namespace } }: Client,
  { name: deploymentName, buildId }: WorkerDeployment,
): Promise<void> {
  for (;;) {
    try {
      await workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId });
      return;
    } catch (error) {
      if (!isGrpcServiceError(error) || !NOT_YET.includes(error.code)) throw error;
      await delay(PAUSE_MS);
    }
  }
}
