import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { WorkerDeployment } from '../../temporal/worker-deployment.js';

const PAUSE_MS = 100;
const NOT_YET =
  /no Worker Deployment found|not found in deployment|has no pollers|missing active task queues/i;

/** Routes new work to a build. Waits until a worker of that build polls; the server knows no build before. */
export async function setCurrentVersion(
  { workflowService, options: { namespace } }: Client,
  { name: deploymentName, buildId }: WorkerDeployment,
): Promise<void> {
  for (;;) {
    try {
      await workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId });
      return;
    } catch (error) {
      if (!(error instanceof Error) || !NOT_YET.test(error.message)) throw error;
      await delay(PAUSE_MS);
    }
  }
}
