import {
  listCallFailures,
  sumByDay,
  sumByModel,
  type CallFailures,
  type DayUsage,
  type ModelHealth,
} from '../../store/health/call-health.js';
import {
  countCompactions,
  countSummaries,
  sumLeftOut,
  type CompactionHealth,
  type LeftOut,
  type SummaryHealth,
} from '../../store/health/context-health.js';
import { listWaitingFlows, type WaitingFlow } from '../../store/flows/current-versions.js';
import { listChangedFlows, type ChangedFlow } from '../../store/flows/recorded-schemas.js';
import { listStuckApprovals, type StuckApproval } from '../../store/nodes/stuck-approvals.js';
import { listOutages, type Outage } from '../../store/health/outages.js';
import { listUnavailableModels, type UnavailableModel } from '../../store/models/model-outages.js';
import {
  countFailures,
  countTurns,
  countWaiting,
  type FailureCount,
  type TurnPart,
  type WaitingCounts,
} from '../../store/health/turn-health.js';
import { readWorkerVersions, type WorkerVersion } from '../../temporal/worker-versions.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';

/** A span of time, at most 30 days, and whose things are looked at. */
export interface HealthOptions extends CallOptions {
  /** Default: a day before `until`. */
  since?: Date;
  /** Exclusive; default: now. */
  until?: Date;
  /** Default: that of the client; of a client of everybody, everybody. */
  user?: string;
  /** Slugs of flows; default: all. */
  flows?: readonly string[];
}

/** How a system does, in numbers made of its rows. */
export interface Health {
  since: Date;
  until: Date;
  /** Turns, and executions outside conversations, that began in each of 48 parts of the span. */
  parts: TurnPart[];
  failures: FailureCount[];
  /** The work that waits now. */
  waiting: WaitingCounts;
  models: ModelHealth[];
  days: DayUsage[];
  callFailures: CallFailures[];
  /** The last times that a model did not answer at once, at most 20, the newest first. */
  outages: Outage[];
  /** The models that count as unavailable now: calls with another model to ask skip them until `retryAt`. */
  unavailable: UnavailableModel[];
  /** The messages and tokens that contexts left out in the newest thousand calls. */
  left: LeftOut;
  summaries: SummaryHealth[];
  compactions: CompactionHealth;
  /** The flows whose newest publication waits for a worker. None for one user. */
  waitingFlows: WaitingFlow[];
  /** The flows whose tools or custom nodes have another schema on some live workers than when they were published. None for one user. */
  changedFlows: ChangedFlow[];
  /** The open approvals whose call no live worker can run, at most 20, the oldest first. None for one user. */
  stuckApprovals: StuckApproval[];
  /**
   * The builds of the workers, who polls as each and what runs on it. Null for one user or some flows, and while Temporal is
   * unavailable.
   */
  workers: WorkerVersion[] | null;
}

const PARTS = 48;
const DAY_MS = 86_400_000;
const MOST_DAYS = 30;
const TEMPORAL_MS = 2_000;

/** Reads how a system does. One statement after another: nine at once would take connections from turns. */
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
    parts: await countTurns(db, { ...scope, parts: PARTS }),
    failures: await countFailures(db, scope),
    waiting: await countWaiting(db, scope),
    models: await sumByModel(db, scope),
    days: await sumByDay(db, scope),
    callFailures: await listCallFailures(db, scope),
    outages: await listOutages(db, scope),
    unavailable: await listUnavailableModels(db),
    left: await sumLeftOut(db, scope),
    summaries: await countSummaries(db, scope),
    compactions: await countCompactions(db, scope),
    waitingFlows: user === undefined ? await listWaitingFlows(db, flows) : [],
    changedFlows: user === undefined ? await listChangedFlows(db, flows) : [],
    stuckApprovals: user === undefined ? await listStuckApprovals(db, flows) : [],
  }));
  const isOfAll = user === undefined && flows === undefined;
  return { ...fromRows, workers: isOfAll ? await readWorkers(context, timeoutMs) : null };
}

/** Numbers from rows are shown even while Temporal is unavailable. */
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
  if (!(days > 0) || days > MOST_DAYS)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `The span from ${print(since)} to ${print(until)} is none of at most ${MOST_DAYS} days`,
    );
}

function print(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'no time' : date.toISOString();
}
