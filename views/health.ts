import { z } from 'zod';
import { LEFT_RULES } from '../context/message/left.js';
import { time } from './time.js';
import { summaryWay, summaryStatus } from './summary.js';

/** Turns, and root executions outside conversations, that started in one part of the span. */
const turnPart = z.object({
  at: time,
  completed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  running: z.number(),
});
export type TurnPart = z.infer<typeof turnPart>;

const failureCount = z.object({ type: z.string(), count: z.number(), lastAt: time });
export type FailureCount = z.infer<typeof failureCount>;

const waitingCounts = z.object({
  queued: z.number(),
  running: z.number(),
  questions: z.number(),
  oldestAt: time.nullable(),
});
export type WaitingCounts = z.infer<typeof waitingCounts>;

/** Usage of calls, without the grouping key. */
const callUsage = {
  calls: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  /** USD as a decimal, over calls with a known price. */
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
};

const modelHealth = z.object({
  model: z.string(),
  failed: z.number(),
  /** Milliseconds. Null without a first token. */
  firstTokenMs: z.object({ median: z.number(), p95: z.number() }).nullable(),
  ...callUsage,
});
export type ModelHealth = z.infer<typeof modelHealth>;

const dayUsage = z.object({
  /** UTC, such as `2026-11-24`. */
  day: z.string(),
  flow: z.string(),
  model: z.string(),
  ...callUsage,
});
export type DayUsage = z.infer<typeof dayUsage>;

const callFailures = z.object({
  model: z.string(),
  type: z.string(),
  count: z.number(),
  firstAt: time,
  lastAt: time,
});
export type CallFailures = z.infer<typeof callFailures>;

/** Consecutive calls of one model that failed on the first try. */
const outage = z.object({
  model: z.string(),
  /** `unknown`: a later try succeeded, and the first failures are no longer stored. */
  types: z.array(z.string()),
  calls: z.number(),
  /** Calls that never got an answer. */
  failed: z.number(),
  since: time,
  /** Null while the model is unavailable. */
  until: time.nullable(),
});
export type Outage = z.infer<typeof outage>;

const unavailableModel = z.object({
  model: z.string(),
  failures: z.number(),
  since: time,
  /** Until then, calls with a fallback skip the model. */
  retryAt: time,
  reason: z.string(),
});
export type UnavailableModel = z.infer<typeof unavailableModel>;

const leftByRule = z.object({
  rule: z.enum(LEFT_RULES),
  calls: z.number(),
  messages: z.number(),
  tokens: z.number(),
});
export type LeftByRule = z.infer<typeof leftByRule>;

const leftOut = z.object({ calls: z.number(), rules: z.array(leftByRule) });
export type LeftOut = z.infer<typeof leftOut>;

const summaryHealth = z.object({
  way: summaryWay,
  status: summaryStatus,
  count: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});
export type SummaryHealth = z.infer<typeof summaryHealth>;

const compactionHealth = z.object({
  adopted: z.number(),
  others: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
});
export type CompactionHealth = z.infer<typeof compactionHealth>;

const workerVersion = z.object({
  /** Null for the unversioned workers. */
  deployment: z.string().nullable(),
  buildId: z.string().nullable(),
  /** `current` and `ramping` receive new work, `draining` still runs executions, `inactive` was never current. */
  status: z.enum(['inactive', 'current', 'ramping', 'draining', 'drained']),
  /** Percent of new work while ramping. */
  rampPercent: z.number().nullable(),
  /** Identities of recent pollers. */
  pollers: z.array(z.string()),
  /** Open Workflows whose last task ran on this version. */
  running: z.object({ conversations: z.number(), executions: z.number() }),
});
export type WorkerVersion = z.infer<typeof workerVersion>;

const waitingFlow = z.object({
  slug: z.string(),
  published: z.number(),
  /** 0 if no version is current. */
  current: z.number(),
  /** Uncovered needs, such as `tool 'refund'`. */
  missing: z.array(z.string()),
});
export type WaitingFlow = z.infer<typeof waitingFlow>;

/** A flow whose current version was published for other schemas than some live workers have. */
const changedFlow = z.object({
  slug: z.string(),
  version: z.number(),
  /** The tools and node kinds whose schema differs, as `tool 'refund'`. */
  changed: z.array(z.string()),
  /** The workers that have the other schemas. */
  workers: z.array(z.string()),
});
export type ChangedFlow = z.infer<typeof changedFlow>;

const stuckApproval = z.object({
  executionId: z.string(),
  flow: z.string(),
  user: z.string().nullable(),
  call: z.string(),
  toolName: z.string(),
  /** Such as `no live worker has tool 'refund'`. */
  reason: z.string(),
  isToolGone: z.boolean(),
});
export type StuckApproval = z.infer<typeof stuckApproval>;

/** A system's health, computed from its rows. */
export const health = z.object({
  since: time,
  until: time,
  /** Turns, and executions outside conversations, that started in each of 48 parts of the span. */
  parts: z.array(turnPart),
  failures: z.array(failureCount),
  /** The work that waits now. */
  waiting: waitingCounts,
  models: z.array(modelHealth),
  days: z.array(dayUsage),
  callFailures: z.array(callFailures),
  /** The newest outages, at most 20, newest first. */
  outages: z.array(outage),
  /** Unavailable models: calls with a fallback skip them until `retryAt`. */
  unavailable: z.array(unavailableModel),
  /** Messages and tokens omitted from contexts in the newest thousand calls. */
  left: leftOut,
  summaries: z.array(summaryHealth),
  compactions: compactionHealth,
  /** Flows whose newest publication waits for a worker. Empty for one user. */
  waitingFlows: z.array(waitingFlow),
  /**
   * Flows for which some live workers have other schemas of tools or custom nodes than at publication. Empty for
   * one user.
   */
  changedFlows: z.array(changedFlow),
  /** Open approvals whose call no live worker can run, at most 20, oldest first. Empty for one user. */
  stuckApprovals: z.array(stuckApproval),
  /**
   * The workers' builds, with pollers and running work. Null for one user or some flows, and while Temporal
   * is unavailable.
   */
  workers: z.array(workerVersion).nullable(),
});
export type Health = z.infer<typeof health>;
