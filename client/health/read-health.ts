import type { WorkerVersion, Health } from '../../views/health.js';
import { listWaitingFlows } from '../../store/flows/current-versions.js';
import { listChangedFlows } from '../../store/flows/recorded-schemas.js';
import { listStuckApprovals } from '../../store/nodes/stuck-approvals.js';
import { readStoredHealth } from '../../store/health/stored-health.js';
import { listUnavailableModels } from '../../store/models/model-outages.js';
import { readWorkerVersions } from '../../temporal/worker-versions.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** The period may span up to 30 days. */
export interface HealthOptions extends CallOptions {
  /** Inclusive. Default: a day before `until`. */
  since?: Date;
  /** Exclusive. Default: now. */
  until?: Date;
  /** Default: the client's user, or all users. */
  user?: string;
  /** Slugs. Default: all flows. */
  flows?: readonly string[];
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;
const TEMPORAL_MS = 2_000;

export async function readHealth(context: ClientContext, options: HealthOptions): Promise<Health> {
  const { until = new Date(), user = context.user, flows, timeoutMs } = options;
  const { since = new Date(until.getTime() - DAY_MS) } = options;
  checkSpan(since, until);
  const { db } = context;
  const scope = { since, until, user, flows };
  const call = new Call(context, { timeoutMs });
  const fromRows = await call.read(async () => ({
    since,
    until,
    ...(await readStoredHealth(db, scope)),
    unavailable: await listUnavailableModels(db),
    waitingFlows: user === undefined ? await listWaitingFlows(db, flows) : [],
    changedFlows: user === undefined ? await listChangedFlows(db, flows) : [],
    stuckApprovals: user === undefined ? await listStuckApprovals(db, flows) : [],
  }));
  const isOfAll = user === undefined && !flows;
  return { ...fromRows, workers: isOfAll ? await readWorkers(context, timeoutMs) : null };
}

async function readWorkers(
  { temporal, taskQueue, timeoutMs: usualMs }: ClientContext,
  timeoutMs = usualMs,
): Promise<WorkerVersion[] | null> {
  const { namespace } = temporal.options;
  try {
    return await temporal.withDeadline(Date.now() + Math.min(timeoutMs, TEMPORAL_MS), () =>
      readWorkerVersions(temporal, { namespace, taskQueue }),
    );
  } catch {
    return null;
  }
}

function checkSpan(since: Date, until: Date): void {
  const days = (until.getTime() - since.getTime()) / DAY_MS;
  if (!(days > 0) || days > MAX_DAYS)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `The span from ${print(since)} to ${print(until)} must be positive, and at most ${MAX_DAYS} days`,
    );
}

function print(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'no time' : date.toISOString();
}
