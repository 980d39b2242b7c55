import { z } from 'zod';
import { time } from './time.js';
import { usd } from './usd.js';

/** `inline`: written with an answer. `merge`: made from an older summary. `thread`: made for a sub-thread. */
export const summaryWay = z.enum(['thread', 'inline', 'merge', 'summarize', 'fork']);
export type SummaryWay = z.infer<typeof summaryWay>;

/** `superseded`: another summary was adopted first. `unusable`: the answer was no summary. */
export const summaryStatus = z.enum(['failed', 'adopted', 'superseded', 'unusable']);
export type SummaryStatus = z.infer<typeof summaryStatus>;

const summaryView = z.object({
  ordinal: z.number(),
  way: summaryWay,
  status: summaryStatus,
  reason: z.string().nullable(),
  isCurrent: z.boolean(),
  /** In a fork's copy, the last inherited turn. */
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
    cost: usd,
  }),
  createdAt: time,
});
export type SummaryView = z.infer<typeof summaryView>;

/** An inline summary counts only the tokens that it adds. */
const summaryWayUsage = z.object({
  way: summaryWay,
  attempts: z.number(),
  adopted: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  unpricedCalls: z.number(),
});
export type SummaryWayUsage = z.infer<typeof summaryWayUsage>;

const portraitUsage = z.object({
  way: z.literal('descriptions'),
  /** A call lost with its worker has an unknown cost. */
  attempts: z.number(),
  adopted: z.number(),
  described: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  unpricedCalls: z.number(),
});
export type PortraitUsage = z.infer<typeof portraitUsage>;

export const summaryPage = z.object({
  summaries: z.array(summaryView),
  /** The last entry describes touched things. */
  usage: z.array(z.union([summaryWayUsage, portraitUsage])),
});
export type SummaryPage = z.infer<typeof summaryPage>;
