import type { Client } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time.js';
import type { Config } from '../../config.js';

const WORKFLOW = 1; // temporal.api.enums.v1.TaskQueueType
/** A worker asks again after a minute at the latest; the server lists one that is gone for five. */
const LIVING_MS = 90_000;

/** Identities of the workers that asked for Workflow Tasks lately. One that was killed is among them for a while. */
export async function livingPollers(
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
