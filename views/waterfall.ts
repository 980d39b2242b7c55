import { z } from 'zod';
import { WATERFALL_KINDS, WATERFALL_STATUSES } from '../trajectory/waterfall/waterfall-row.js';
import { time } from './time.js';
import { usd } from './usd.js';

/** Costs and tokens exclude the rows below. */
const waterfallRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  kind: z.enum(WATERFALL_KINDS),
  label: z.string(),
  detail: z.string().nullable(),
  status: z.enum(WATERFALL_STATUSES),
  startedAt: time,
  finishedAt: time.nullable(),
  executionId: z.string(),
  nodeId: z.string().nullable(),
  /** The loop item, such as '3' or '3.0' when nested. */
  iteration: z.string().nullable(),
  loopId: z.string().nullable(),
  callId: z.string().nullable(),
  step: z.number().nullable(),
  ordinal: z.number().nullable(),
  attempt: z.number(),
  failures: z.number(),
  firstTokenMs: z.number().nullable(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type WaterfallRow = z.infer<typeof waterfallRow>;

const pendingActivity = z.object({
  /** Such as `callModel`. */
  activityType: z.string(),
  isStarted: z.boolean(),
  attempt: z.number(),
  /** Null: unlimited. */
  maximumAttempts: z.number().nullable(),
  nextAttemptAt: time.nullable(),
  /** Why the previous attempt failed. */
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type PendingActivity = z.infer<typeof pendingActivity>;

export const waterfall = z.object({
  rows: z.array(waterfallRow),
  next: z.string().nullable(),
  /** Pending Activities of the named execution. Empty on later pages, and if Temporal does not answer. */
  pending: z.array(pendingActivity),
});
export type Waterfall = z.infer<typeof waterfall>;

const cutText = z.object({ text: z.string(), isCut: z.boolean() });

/** A value is null if it is empty or not stored yet. */
export const stepWork = z.object({
  step: z.number(),
  text: cutText.nullable(),
  tools: z.array(
    z.object({
      ordinal: z.number(),
      name: z.string(),
      input: cutText.nullable(),
      output: cutText.nullable(),
      isError: z.boolean(),
      isUnknown: z.boolean(),
    }),
  ),
});
export type StepWork = z.infer<typeof stepWork>;
