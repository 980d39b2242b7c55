import { z } from 'zod';
import { time } from './time.js';

/** How a summary was made: written with an answer, updated from an older summary, written for the first time, or written for threads that hang on an older message; such a one stands beside the conversation's own. `fork`: the copy of one that was made in the conversation which a fork comes from. */
export const summaryWay = z.enum(['thread', 'inline', 'merge', 'summarize', 'fork']);

/** `superseded`: a newer summary was adopted first. `unusable`: the model's answer was no summary. */
export const summaryStatus = z.enum(['failed', 'adopted', 'superseded', 'unusable']);

const summaryView = z.object({
  ordinal: z.number(),
  way: summaryWay,
  status: summaryStatus,
  reason: z.string().nullable(),
  isCurrent: z.boolean(),
  turnId: z.string(),
  coversFrom: z.number().nullable(),
  coversThrough: z.number().nullable(),
  firstWords: z.string().nullable(),
  lastWords: z.string().nullable(),
  text: z.string().nullable(),
  tokens: z.number().nullable(),
  budget: z.number().nullable(),
  facts: z.object({ checked: z.number(), missing: z.number(), attached: z.number() }).nullable(),
  model: z.string(),
  usage: z.object({
    inputTokens: z.number(),
    cachedInputTokens: z.number(),
    outputTokens: z.number(),
    cost: z.string().nullable(),
  }),
  createdAt: time,
});

const summaryWayUsage = z.object({
  way: summaryWay,
  attempts: z.number(),
  adopted: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});

const portraitUsage = z.object({
  way: z.literal('portraits'),
  attempts: z.number(),
  adopted: z.number(),
  described: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});

/** The attempts to summarize a conversation's latest thread. */
export const summaryPage = z.object({
  summaries: z.array(summaryView),
  usage: z.array(z.union([summaryWayUsage, portraitUsage])),
});
