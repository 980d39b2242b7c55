import { z } from 'zod';
import { time } from './time.js';

/**
 * How a summary was made: with an answer, updated from an older one, written for the first time, or for threads
 * anchored to an older message, which is separate from the conversation's own. `fork`: copied from the forked
 * conversation.
 */
export const summaryWay = z.enum(['thread', 'inline', 'merge', 'summarize', 'fork']);
export type SummaryWay = z.infer<typeof summaryWay>;

/** `superseded`: a newer summary was adopted first. `unusable`: the model's answer was not a summary. */
export const summaryStatus = z.enum(['failed', 'adopted', 'superseded', 'unusable']);
export type SummaryStatus = z.infer<typeof summaryStatus>;

const summaryView = z.object({
  ordinal: z.number(),
  way: summaryWay,
  status: summaryStatus,
  /** Why it was not adopted, or a remark. */
  reason: z.string().nullable(),
  isCurrent: z.boolean(),
  /** The turn of or before it. For a fork's copy, the fork's last inherited turn. */
  turnId: z.string(),
  coversFrom: z.number().nullable(),
  coversThrough: z.number().nullable(),
  /** At most 80 characters of the first and last message. Null if deleted. */
  firstWords: z.string().nullable(),
  lastWords: z.string().nullable(),
  text: z.string().nullable(),
  tokens: z.number().nullable(),
  budget: z.number().nullable(),
  facts: z.object({ checked: z.number(), missing: z.number(), attached: z.number() }).nullable(),
  model: z.string(),
  /** `cost`: USD as a decimal. Null if the price is unknown. */
  usage: z.object({
    inputTokens: z.number(),
    cachedInputTokens: z.number(),
    outputTokens: z.number(),
    cost: z.string().nullable(),
  }),
  createdAt: time,
});
export type SummaryView = z.infer<typeof summaryView>;

/** Cost by kind of summary. An inline summary counts only the tokens it adds to the answer's call. */
const summaryWayUsage = z.object({
  way: summaryWay,
  attempts: z.number(),
  adopted: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  /** USD, as a decimal. */
  cost: z.string().nullable(),
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
  /** USD, as a decimal. */
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
});
export type PortraitUsage = z.infer<typeof portraitUsage>;

export const summaryPage = z.object({
  /** The newest attempts, oldest first, including failed ones. */
  summaries: z.array(summaryView),
  /** Totals over all attempts, by kind; the last entry is for descriptions of touched things. */
  usage: z.array(z.union([summaryWayUsage, portraitUsage])),
});
export type SummaryPage = z.infer<typeof summaryPage>;
