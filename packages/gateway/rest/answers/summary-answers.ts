import { z } from 'zod';
import { time } from './time.js';

/**
 * How a summary was made: with an answer, updated from an older one, written for the first time, or for threads
 * anchored to an older message, which is separate from the conversation's own. `fork`: copied from the forked
 * conversation.
 */
export const summaryWay = z.enum(['thread', 'inline', 'merge', 'summarize', 'fork']);

/** `superseded`: a newer summary was adopted first. `unusable`: the model's answer was not a summary. */
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
  way: z.literal('descriptions'),
  attempts: z.number(),
  adopted: z.number(),
  described: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});

export const summaryPage = z.object({
  summaries: z.array(summaryView),
  usage: z.array(z.union([summaryWayUsage, portraitUsage])),
});
