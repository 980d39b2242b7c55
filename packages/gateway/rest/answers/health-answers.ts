import { z } from 'zod';
import { leftRule } from './left-rule.js';
import { time } from './time.js';
import { summaryWay, summaryStatus } from './summary-answers.js';

const turnPart = z.object({
  at: time,
  completed: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  running: z.number(),
});

const failureCount = z.object({ type: z.string(), count: z.number(), lastAt: time });

const waitingCounts = z.object({
  queued: z.number(),
  running: z.number(),
  questions: z.number(),
  oldestAt: time.nullable(),
});

/** Usage of calls, without the grouping key. */
const callUsage = {
  calls: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
};

const modelHealth = z.object({
  model: z.string(),
  failed: z.number(),
  firstTokenMs: z.object({ median: z.number(), p95: z.number() }).nullable(),
  ...callUsage,
});

const dayUsage = z.object({
  day: z.string(),
  flow: z.string(),
  model: z.string(),
  ...callUsage,
});

const callFailures = z.object({
  model: z.string(),
  type: z.string(),
  count: z.number(),
  firstAt: time,
  lastAt: time,
});

const outage = z.object({
  model: z.string(),
  types: z.array(z.string()),
  calls: z.number(),
  failed: z.number(),
  since: time,
  until: time.nullable(),
});

const unavailableModel = z.object({
  model: z.string(),
  failures: z.number(),
  since: time,
  retryAt: time,
  reason: z.string(),
});

const leftByRule = z.object({
  rule: leftRule,
  calls: z.number(),
  messages: z.number(),
  tokens: z.number(),
});

const leftOut = z.object({ calls: z.number(), rules: z.array(leftByRule) });

const summaryHealth = z.object({
  way: summaryWay,
  status: summaryStatus,
  count: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});

const compactionHealth = z.object({
  adopted: z.number(),
  others: z.number(),
  tokensBefore: z.number(),
  tokensAfter: z.number(),
});

const workerVersion = z.object({
  deployment: z.string().nullable(),
  buildId: z.string().nullable(),
  status: z.enum(['inactive', 'current', 'ramping', 'draining', 'drained']),
  rampPercent: z.number().nullable(),
  pollers: z.array(z.string()),
  running: z.object({ conversations: z.number(), executions: z.number() }),
});

const waitingFlow = z.object({
  slug: z.string(),
  published: z.number(),
  current: z.number(),
  missing: z.array(z.string()),
});

const changedFlow = z.object({
  slug: z.string(),
  version: z.number(),
  changed: z.array(z.string()),
  workers: z.array(z.string()),
});

const stuckApproval = z.object({
  executionId: z.string(),
  flow: z.string(),
  user: z.string().nullable(),
  call: z.string(),
  toolName: z.string(),
  reason: z.string(),
  isToolGone: z.boolean(),
});

export const health = z.object({
  since: time,
  until: time,
  parts: z.array(turnPart),
  failures: z.array(failureCount),
  waiting: waitingCounts,
  models: z.array(modelHealth),
  days: z.array(dayUsage),
  callFailures: z.array(callFailures),
  outages: z.array(outage),
  unavailable: z.array(unavailableModel),
  left: leftOut,
  summaries: z.array(summaryHealth),
  compactions: compactionHealth,
  waitingFlows: z.array(waitingFlow),
  changedFlows: z.array(changedFlow),
  stuckApprovals: z.array(stuckApproval),
  workers: z.array(workerVersion).nullable(),
});
