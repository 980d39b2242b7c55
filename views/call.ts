import { z } from 'zod';
import { explanation, planFigures } from '../context/explain/explanation.js';
import { time } from './time.js';
import { usd } from './usd.js';

export const modelCallStatus = z.enum(['running', 'completed', 'failed', 'cancelled', 'planned']);
export type ModelCallStatus = z.infer<typeof modelCallStatus>;

export const modelCallPurpose = z.enum(['answer', 'compaction', 'placed']);
export type ModelCallPurpose = z.infer<typeof modelCallPurpose>;

export const guardAction = z.enum(['nudge', 'forced']);
export type GuardAction = z.infer<typeof guardAction>;

export const compactionStatus = z.enum(['failed', 'adopted', 'skipped', 'not-smaller']);
export type CompactionStatus = z.infer<typeof compactionStatus>;

const toolCallView = z.object({
  name: z.string(),
  attempt: z.number(),
  startedAt: time,
  finishedAt: time.nullable(),
});

export const modelCallView = z.object({
  step: z.number(),
  nodeId: z.string(),
  stepInNode: z.number(),
  status: modelCallStatus,
  model: z.string(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  cost: usd,
  finishReason: z.string().nullable(),
  /** Counts tries whose worker stopped. */
  attempt: z.number(),
  failures: z.number(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  firstTokenMs: z.number().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
  tools: z.array(toolCallView),
});
export type ModelCallView = z.infer<typeof modelCallView>;

export const callExplanation = z.object({
  /** `<execution Workflow ID>/<node id>/<step>`. */
  callId: z.string(),
  executionId: z.string(),
  stepInNode: z.number(),
  conversationId: z.string().nullable(),
  context: explanation,
  sameTokens: z.number().nullable(),
  status: modelCallStatus,
  model: z.string(),
  nodeId: z.string(),
  finishedAt: time.nullable(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  step: z.number(),
  purpose: modelCallPurpose,
  guard: guardAction.nullable(),
  cost: usd,
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  finishReason: z.string().nullable(),
  reasoning: z.string().nullable(),
  createdAt: time,
});
export type CallExplanation = z.infer<typeof callExplanation>;

const callFigures = planFigures.extend({
  model: z.string(),
  /** For an answer of the original length. */
  cost: usd,
});

export const callPlan = z.object({
  callId: z.string(),
  was: callFigures.extend({
    /** With the provider's cache discount. */
    paid: usd,
  }),
  would: callFigures.extend({
    /** `compact`: older parts would be summarized first. */
    verdict: z.enum(['ready', 'compact', 'cannot-fit']),
    reason: z.string().nullable(),
    context: explanation,
  }),
});
export type CallPlan = z.infer<typeof callPlan>;
export type PlannedAgain = Omit<CallPlan, 'callId'>;
