import type { Client } from '@temporalio/client';
import type { Config } from '../../config.js';
import type { ProvidersConfig } from '../../protocol/provider-limits.js';
import { readTaskQueue } from '../../temporal/read-task-queue.js';
import { keepLive } from '../../temporal/worker-versions.js';
import { loadProject } from '../project/load-project.js';
import type { Check } from './check.js';

export async function loadProviders({ model }: Config, folder: string): Promise<ProvidersConfig> {
  const loaded = await loadProject({ folder, model }).catch(() => undefined);
  return loaded?.project.providers ?? {};
}

export function checkProviders(
  client: Client,
  {
    namespace,
    providers,
    live,
  }: { namespace: string; providers: ProvidersConfig; live: ReadonlySet<string> | undefined },
): Promise<Check[]> {
  const checks = Object.entries(providers).map(async ([provider, { taskQueue }]): Promise<Check[]> => {
    if (taskQueue === undefined) return [];
    const name = `Provider ${provider}`;
    const { pollers: recent } = await readTaskQueue(client, { namespace, taskQueue, type: 'activity' });
    const pollers = keepLive(recent, live);
    if (pollers.length === 0) {
      const found = `no worker polls Task Queue '${taskQueue}': its model calls wait`;
      const remedy = `Start one with 'threadline worker --provider ${provider}'`;
      return [{ name, status: 'fail', found, remedy }];
    }
    const identities = pollers.map(({ identity }) => identity).join(', ');
    return [
      { name, status: 'ok', found: `Task Queue '${taskQueue}'; ${pollers.length} polling: ${identities}` },
    ];
  });
  return Promise.all(checks).then((all) => all.flat());
}
