import { describeVersion, setCurrentCommand } from '../../temporal/describe-version.js';
import type { WorkerVersion } from '../../temporal/worker-versions.js';
import type { Check } from './check.js';

/** Warns if a version's work waits for a worker, or its workers for work. */
export function checkVersion(version: WorkerVersion): Check {
  const { deployment, buildId, status, pollers, running } = version;
  const found = describeVersion(version);
  // Unversioned work continues on the current version.
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
