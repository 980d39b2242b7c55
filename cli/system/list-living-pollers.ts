import type { Client } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import type { Config } from '../../config.js';

const WORKFLOW = 1; // temporal.api.enums.v1.TaskQueueType
/** A worker asks again within a minute; the server lists a worker that is gone for five. */
const LIVING_MS = 90_000;

/** Lists the identities of the workers that asked for Workflow Tasks lately; a killed worker is among them for a while. */
export async function listLivingPollers(
  client: Client,
  { namespace, taskQueue }: Pick<Config, 'namespace' | 'taskQueue'>,
): Promise<string[]> {
  const { pollers } = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: WORKFLOW,
  });
  const since = Date.now() - LIVING_MS;
  return (pollers ?? [])
    .filter((poller) => (optionalTsToMs(poller.lastAccessTime) ?? 0) >= since)
    .map((poller) => poller.identity ?? 'unknown');
}
