import { z } from 'zod';
import { WATERFALL_KINDS, WATERFALL_STATUSES } from '../trajectory/waterfall/waterfall-row.js';
import { time } from './time.js';

/** Costs and tokens are the row's own, without the rows below. Loop items have no rows: node runs name loop and item. */
const waterfallRow = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  kind: z.enum(WATERFALL_KINDS),
  label: z.string(),
  /** A model, a node's kind, or a preview of a question. */
  detail: z.string().nullable(),
  status: z.enum(WATERFALL_STATUSES),
  startedAt: time,
  /** Null while open. Work left open by an ended execution ends with it. */
  finishedAt: time.nullable(),
  executionId: z.string(),
  nodeId: z.string().nullable(),
  /** The loop item: '3', or '3.0' in a nested loop. */
  iteration: z.string().nullable(),
  /** The loop around a node. */
  loopId: z.string().nullable(),
  /** `<execution Workflow ID>/<node id>/<step>`, of a model call and its tool calls. */
  callId: z.string().nullable(),
  step: z.number().nullable(),
  /** The tool call within its step, from 1. */
  ordinal: z.number().nullable(),
  attempt: z.number(),
  failures: z.number(),
  firstTokenMs: z.number().nullable(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  /** USD, as a decimal. Null: unknown, or not a model call. */
  cost: z.string().nullable(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type WaterfallRow = z.infer<typeof waterfallRow>;

export const waterfall = z.object({
  /** Parents before their children, in the order in which they were stored. */
  rows: z.array(waterfallRow),
  /** The `after` of the next page. Null on the last page. */
  next: z.string().nullable(),
});
export type Waterfall = z.infer<typeof waterfall>;

const cutText = z.object({ text: z.string(), isCut: z.boolean() });

/** Null: empty, or not stored yet. */
export const stepWork = z.object({
  step: z.number(),
  text: cutText.nullable(),
  tools: z.array(
    z.object({
      /** From 1, as in `call` of an approval: `3.1` is the first tool call of step 3. */
      ordinal: z.number(),
      name: z.string(),
      /** JSON. */
      input: cutText.nullable(),
      output: cutText.nullable(),
      isError: z.boolean(),
      /** Whether the tool did its work is unknown. */
      isUnknown: z.boolean(),
    }),
  ),
});
export type StepWork = z.infer<typeof stepWork>;
