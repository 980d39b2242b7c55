import { z } from 'zod';
import { LEFT_RULES } from '../context/message/left.js';
import { CALL_PURPOSES } from '../protocol/call-purpose.js';
import { time } from './time.js';
import { usd } from './usd.js';
import { summaryWay, summaryStatus } from './summary.js';

/** Turns, and root executions outside conversations. */
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
  oldestQuestionAt: time.nullable(),
});
export type WaitingCounts = z.infer<typeof waitingCounts>;

const callUsage = {
  calls: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  unpricedCalls: z.number(),
};

const modelHealth = z.object({
  model: z.string(),
  failed: z.number(),
  firstTokenMs: z.object({ median: z.number(), p95: z.number() }).nullable(),
  ...callUsage,
});
export type ModelHealth = z.infer<typeof modelHealth>;

const dayUsage = z.object({
  /** UTC, such as `2026-11-24`. */
  day: z.string(),
  flow: z.string(),
  model: z.string(),
  firstTokenMs: z.object({ median: z.number(), p95: z.number() }).nullable(),
  ...callUsage,
});
export type DayUsage = z.infer<typeof dayUsage>;

const dayTurns = z.object({
  /** UTC, such as `2026-11-24`. */
  day: z.string(),
  flow: z.string(),
  /** The model of the turn's last call. Null if the turn called no model. */
  model: z.string().nullable(),
  turns: z.number(),
  failed: z.number(),
});
export type DayTurns = z.infer<typeof dayTurns>;

const purposeUsage = z.object({
  /** The cost of a summary that was written with an answer is part of the answer's. */
  purpose: z.enum(CALL_PURPOSES),
  ...callUsage,
});
export type PurposeUsage = z.infer<typeof purposeUsage>;

const callFailures = z.object({
  model: z.string(),
  type: z.string(),
  count: z.number(),
  firstAt: time,
  lastAt: time,
});
export type CallFailures = z.infer<typeof callFailures>;

/** Consecutive calls of one model, the first of which failed. */
const outage = z.object({
  model: z.string(),
  /** `unknown`: the first failures are no longer stored. */
  types: z.array(z.string()),
  calls: z.number(),
  failed: z.number(),
  since: time,
  until: time.nullable(),
});
export type Outage = z.infer<typeof outage>;

const unavailableModel = z.object({
  model: z.string(),
  failures: z.number(),
  since: time,
  /** Calls with a fallback skip the model until then. */
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
  cost: usd,
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
  /** Null for unversioned workers. */
  deployment: z.string().nullable(),
  buildId: z.string().nullable(),
  status: z.enum(['inactive', 'current', 'ramping', 'draining', 'drained']),
  rampPercent: z.number().nullable(),
  pollers: z.array(z.string()),
  /** Open Workflows whose last task ran on this version. */
  running: z.object({ conversations: z.number(), executions: z.number() }),
});
export type WorkerVersion = z.infer<typeof workerVersion>;

const waitingFlow = z.object({
  slug: z.string(),
  published: z.number(),
  current: z.number(),
  missing: z.array(z.string()),
});
export type WaitingFlow = z.infer<typeof waitingFlow>;

/** A flow whose schemas some live workers lack. */
const changedFlow = z.object({
  slug: z.string(),
  version: z.number(),
  changed: z.array(z.string()),
  workers: z.array(z.string()),
});
export type ChangedFlow = z.infer<typeof changedFlow>;

const stuckApproval = z.object({
  executionId: z.string(),
  flow: z.string(),
  user: z.string().nullable(),
  call: z.string(),
  toolName: z.string(),
  reason: z.string(),
  isToolGone: z.boolean(),
});
export type StuckApproval = z.infer<typeof stuckApproval>;

export const health = z.object({
  since: time,
  until: time,
  parts: z.array(turnPart),
  failures: z.array(failureCount),
  waiting: waitingCounts,
  models: z.array(modelHealth),
  days: z.array(dayUsage),
  turnDays: z.array(dayTurns),
  purposes: z.array(purposeUsage),
  callFailures: z.array(callFailures),
  outages: z.array(outage),
  unavailable: z.array(unavailableModel),
  /** Messages that the newest thousand calls omitted. */
  left: leftOut,
  summaries: z.array(summaryHealth),
  compactions: compactionHealth,
  /** Empty if the health is that of one user. */
  waitingFlows: z.array(waitingFlow),
  changedFlows: z.array(changedFlow),
  /** Approvals whose call no live worker can run: at most 20, oldest first. */
  stuckApprovals: z.array(stuckApproval),
  /** Null for a user or flows, or while Temporal is unavailable. */
  workers: z.array(workerVersion).nullable(),
});
export type Health = z.infer<typeof health>;
