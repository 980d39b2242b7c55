import { ApplicationFailure, Context } from '@temporalio/activity';
import { describeNeed, hasAbility, type Need } from '../flow/needs/abilities.js';
import type { FailureTypeOf } from '../protocol/failure-types.js';
import { listLiveWorkers, type LiveWorker, type WorkerIdentity } from '../store/workers/live-workers.js';
import type { ActivityDependencies } from './dependencies.js';

const ELSEWHERE_MS = 600_000;
const MAX_NAMED = 5;

const TYPES = {
  tool: 'Tool.NotRegistered',
  kind: 'Node.NotRegistered',
  model: 'Model.NotRegistered',
} as const satisfies Record<Need['what'], FailureTypeOf<'Tool' | 'Node' | 'Model'>>;

/**
 * Retryable for ten minutes if another live worker has it. A model that no worker has fails at once, because
 * the call may have a fallback.
 */
export function createMissingOnWorker({
  db,
  self,
  timing,
}: Pick<ActivityDependencies, 'db' | 'self' | 'timing'>) {
  return async function missingOnWorker(need: Need): Promise<ApplicationFailure> {
    const { taskQueue, scheduledTimestampMs } = Context.current().info;
    const workers = await listLiveWorkers(db, taskQueue);
    const having = workers.filter((worker) => worker.id !== self?.id && hasAbility(worker, need));
    const aloneMs = need.what === 'model' ? 0 : timing.missingMs;
    // A worker of another build never receives this execution.
    const isReachable = having.some(({ deployment }) => deployment === (self?.deployment ?? null));
    const boundMs = isReachable ? ELSEWHERE_MS : aloneMs;
    return ApplicationFailure.create({
      type: TYPES[need.what],
      message: describeMissing(need, { self, having }),
      nonRetryable: Date.now() - scheduledTimestampMs >= boundMs,
    });
  };
}

function describeMissing(
  need: Need,
  { self, having }: { self: WorkerIdentity | undefined; having: readonly LiveWorker[] },
): string {
  const here = self ? `worker '${self.name}'${ofDeployment(self.deployment)}` : 'this worker';
  const named = having.slice(0, MAX_NAMED).map((one) => `'${one.name}'${ofDeployment(one.deployment)}`);
  const more = having.length > MAX_NAMED ? ` and ${having.length - MAX_NAMED} more` : '';
  const elsewhere =
    having.length === 0
      ? 'No other live worker has it'
      : `Live workers that have it: ${named.join(', ')}${more}`;
  const subject = describeNeed(need);
  return `${subject.charAt(0).toUpperCase()}${subject.slice(1)} is not registered on ${here}. ${elsewhere}. Deploy a worker that has it, or remove it from the flow`;
}

function ofDeployment(deployment: string | null | undefined): string {
  return deployment == null ? '' : ` of deployment '${deployment}'`;
}
