import type { Client } from '@temporalio/client';
import { errorMessage } from '../protocol/error-message.js';
import { describeVersion, setCurrentCommand } from '../temporal/describe-version.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import { readWorkerVersions } from '../temporal/worker-versions.js';
import type { WorkerVersion } from '../views/health.js';

interface ReportingWorker {
  temporal: Client;
  namespace: string;
  taskQueue: string;
  deployment: WorkerDeployment | undefined;
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
