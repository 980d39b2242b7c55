import type { WorkerVersion } from '../views/health.js';

export function describeVersion({
  deployment,
  status,
  rampPercent,
  pollers,
  running,
}: WorkerVersion): string {
  const share = rampPercent === null ? '' : ` with ${rampPercent} %`;
  const state = deployment === null ? 'unversioned' : `${status}${share} in deployment '${deployment}'`;
  const living = pollers.length === 0 ? 'no workers' : `${pollers.length} polling: ${pollers.join(', ')}`;
  return `${state}; ${living}; runs ${running.conversations} conversations, ${running.executions} executions`;
}

export function setCurrentCommand({ name, buildId }: { name: string; buildId: string }): string {
  return `temporal worker deployment set-current-version --deployment-name ${name} --build-id ${buildId}`;
}
