import type { Client } from '@temporalio/client';
import { CONVERSATION_WORKFLOW, EXECUTION_WORKFLOW } from '../protocol/messages.js';
import { readTaskQueue, type LivingPoller } from './read-task-queue.js';
import type { WorkerVersion } from '../views/health.js';

/**
 * `current` and `ramping` receive new work, `draining` still runs executions, `inactive` was never current.
 */
export type WorkerVersionStatus = 'inactive' | 'current' | 'ramping' | 'draining' | 'drained';

/** Of the enum temporal.api.enums.v1.WorkerDeploymentVersionStatus. */
const STATUSES: Readonly<Record<number, WorkerVersionStatus>> = {
  2: 'current',
  3: 'ramping',
  4: 'draining',
  5: 'drained',
};

/** The version that completed the last task: `<deployment>:<build ID>`. */
const ATTRIBUTE = 'TemporalWorkerDeploymentVersion';

interface Queue {
  namespace: string;
  taskQueue: string;
}

interface ReadOptions extends Queue {
  /** Default: all that polled within 90 seconds. */
  live?: ReadonlySet<string> | undefined;
}

export async function readWorkerVersions(
  client: Client,
  { live, ...queue }: ReadOptions,
): Promise<WorkerVersion[]> {
  const { pollers: recent, current } = await readTaskQueue(client, queue);
  const pollers = keepLive(recent, live);
  const names = new Set(
    [...pollers.map(({ deployment }) => deployment), current].map((found) => found?.name),
  );
  const versions: WorkerVersion[] = [];
  for (const name of names)
    if (name !== undefined) versions.push(...(await readDeployment(client, queue, { name, pollers })));
  const unversioned: WorkerVersion = {
    deployment: null,
    buildId: null,
    status: current ? 'inactive' : 'current',
    rampPercent: null,
    pollers: pollers.filter(({ deployment }) => !deployment).map(({ identity }) => identity),
    // A server without deployments does not know the attribute.
    running: await countRunning(client, queue, versions.length === 0 ? '' : `${ATTRIBUTE} is null`),
  };
  return unversioned.pollers.length > 0 || isRunning(unversioned) ? [...versions, unversioned] : versions;
}

/** Temporal lists a stopped worker for minutes. */
export function keepLive(
  recent: readonly LivingPoller[],
  live: ReadonlySet<string> | undefined,
): readonly LivingPoller[] {
  return live ? recent.filter(({ identity }) => live.has(identity)) : recent;
}

function isRunning({ running: { conversations, executions } }: WorkerVersion): boolean {
  return conversations + executions > 0;
}

async function readDeployment(
  client: Client,
  queue: Queue,
  { name, pollers }: { name: string; pollers: readonly LivingPoller[] },
): Promise<WorkerVersion[]> {
  const { workerDeploymentInfo } = await client.workflowService.describeWorkerDeployment({
    namespace: queue.namespace,
    deploymentName: name,
  });
  const { versionSummaries = [], routingConfig } = workerDeploymentInfo ?? {};
  const versions = (versionSummaries ?? []).map(async ({ deploymentVersion, status: code }) => {
    const buildId = deploymentVersion?.buildId ?? '';
    const status = STATUSES[Number(code)] ?? 'inactive';
    return {
      deployment: name,
      buildId,
      status,
      rampPercent: status === 'ramping' ? (routingConfig?.rampingVersionPercentage ?? null) : null,
      pollers: pollers
        .filter(({ deployment }) => deployment?.name === name && deployment.buildId === buildId)
        .map(({ identity }) => identity),
      running: await countRunning(client, queue, `${ATTRIBUTE} = ${quote(`${name}:${buildId}`)}`),
    };
  });
  return (await Promise.all(versions)).filter(
    ({ status, pollers: living }) => status !== 'drained' || living.length > 0,
  );
}

/** May be out of date, as visibility is. */
async function countRunning(
  { workflow }: Client,
  { taskQueue }: Queue,
  condition: string,
): Promise<WorkerVersion['running']> {
  const onVersion = condition === '' ? '' : ` and ${condition}`;
  const count = async (type: string): Promise<number> => {
    const { count: open } = await workflow.count(
      `TaskQueue = ${quote(taskQueue)} and WorkflowType = '${type}' and CloseTime is null${onVersion}`,
    );
    return open;
  };
  const [conversations, executions] = await Promise.all([
    count(CONVERSATION_WORKFLOW),
    count(EXECUTION_WORKFLOW),
  ]);
  return { conversations, executions };
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
