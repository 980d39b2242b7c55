import type { Client } from '@temporalio/client';
import type { Config } from '../../config.js';
import { SEARCH_ATTRIBUTE_NAMES } from '../../protocol/search-attributes.js';
import { isNotFound } from '../../temporal/delete-workflows.js';
import { readWorkerVersions } from '../../temporal/worker-versions.js';
import type { WorkerVersion } from '../../views/health.js';
import { connectTemporal } from '../system/connect-temporal.js';
import type { ProvidersConfig } from '../../protocol/provider-limits.js';
import { describeError } from '../program/describe-error.js';
import type { System } from '../system/find-system.js';
import type { Check } from './check.js';
import { checkProviders } from './check-providers.js';
import { describeVersion, setCurrentCommand } from '../../temporal/describe-version.js';

interface CheckedSystem extends Pick<System, 'temporal' | 'temporalAddress'> {
  live: ReadonlySet<string> | undefined;
  providers: ProvidersConfig;
}

export async function checkTemporal(config: Config, system: CheckedSystem): Promise<Check[]> {
  let client: Client;
  try {
    client = await connectTemporal(config, system);
  } catch (error) {
    const remedy = 'Start it, or correct TEMPORAL_ADDRESS and the TEMPORAL_TLS and TEMPORAL_API_KEY settings';
    return [{ name: 'Temporal', status: 'fail', found: describeError(error), remedy }];
  }
  try {
    const server = await checkServer(client, config, system.temporalAddress);
    if (server.status === 'fail') return [server];
    return [
      server,
      await checkSearchAttributes(client, config),
      ...(await orFailed('Worker', checkWorkers(client, config, system.live))),
      ...(await orFailed('Providers', checkProviders(client, { namespace: config.namespace, ...system }))),
    ];
  } finally {
    await client.connection.close();
  }
}

/** The other checks still run. */
function orFailed(name: string, checks: Promise<Check[]>): Promise<Check[]> {
  return checks.catch((error: unknown) => [
    { name, status: 'fail', found: `Cannot be checked (${describeError(error)})` },
  ]);
}

async function checkServer(client: Client, { namespace }: Config, address: string): Promise<Check> {
  const name = 'Temporal';
  try {
    const { serverVersion } = await client.workflowService.getSystemInfo({});
    await client.workflowService.describeNamespace({ namespace });
    return {
      name,
      status: 'ok',
      found: `${address}, server ${serverVersion ?? '?'}, namespace '${namespace}'`,
    };
  } catch (error) {
    const found = `Namespace '${namespace}': ${describeError(error)}`;
    if (!isNotFound(error)) return { name, status: 'fail', found };
    const remedy = `temporal operator namespace create --address ${address} --namespace ${namespace}\nor set TEMPORAL_NAMESPACE to one that exists`;
    return { name, status: 'fail', found, remedy };
  }
}

async function checkSearchAttributes(client: Client, { namespace }: Config): Promise<Check> {
  const name = 'Search attributes';
  const names: readonly string[] = SEARCH_ATTRIBUTE_NAMES;
  try {
    const { customAttributes } = await client.connection.operatorService.listSearchAttributes({ namespace });
    const missing = names.filter((attribute) => !(attribute in (customAttributes ?? {})));
    if (missing.length === 0) return { name, status: 'ok', found: names.join(', ') };
    const found = `${missing.join(', ')} not registered: executions run without them`;
    return { name, status: 'warn', found, remedy: registerCommands(namespace, missing) };
  } catch (error) {
    const found = `Cannot be listed (${describeError(error)})`;
    return { name, status: 'warn', found, remedy: registerCommands(namespace, names) };
  }
}

function registerCommands(namespace: string, names: readonly string[]): string {
  return names
    .map(
      (name) =>
        `temporal operator search-attribute create --namespace ${namespace} --name ${name} --type Keyword`,
    )
    .join('\n');
}

async function checkWorkers(
  client: Client,
  { namespace, taskQueue }: Config,
  live: CheckedSystem['live'],
): Promise<Check[]> {
  const versions = await readWorkerVersions(client, { namespace, taskQueue, live });
  if (versions.every(({ pollers }) => pollers.length === 0))
    return [
      {
        name: 'Worker',
        status: 'fail',
        found: `none listens on Task Queue '${taskQueue}'`,
        remedy: "Start one with 'npm start' or 'threadline worker'",
      },
    ];
  return versions.map(checkVersion);
}

export function checkVersion(version: WorkerVersion): Check {
  const { deployment, buildId, status, pollers, running } = version;
  const found = describeVersion(version);
  // Unversioned executions continue on the current version, so they need no unversioned worker.
  if (deployment === null || buildId === null) return { name: 'Worker', status: 'ok', found };
  const name = `Worker ${buildId}`;
  const isNeeded = status === 'current' || status === 'ramping' || running.executions > 0;
  if (pollers.length === 0 && isNeeded) {
    const remedy = `Start a worker with TEMPORAL_WORKER_BUILD_ID=${buildId}`;
    return { name, status: 'fail', found, remedy };
  }
  if (pollers.length === 0 || status !== 'inactive') return { name, status: 'ok', found };
  return { name, status: 'warn', found, remedy: setCurrentCommand({ name: deployment, buildId }) };
}
