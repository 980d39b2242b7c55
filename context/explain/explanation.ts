import { z } from 'zod';
import { MEMORY_KINDS } from '../../protocol/memory-kinds.js';
import { REASONING_EFFORTS } from '../../protocol/call-settings.js';
import { LEFT_RULES } from '../message/left.js';
import { RESERVE_SOURCES } from '../plan/window.js';
import { ADDED_FROM } from '../sent/added-kinds.js';
import { messageForm, SEGMENT_NAMES } from '../sent/explained.js';
import { FACTOR_SOURCES } from '../text/counters.js';

/** `window` - `reserve` - `systemTokens` - `toolTokens` = `budget`; `budget` - `tokens` = `free`. */
const arithmetic = z.object({
  window: z.number(),
  reserve: z.number(),
  reserveFrom: z.enum(RESERVE_SOURCES),
  systemTokens: z.number(),
  toolTokens: z.number(),
  budget: z.number(),
  tokens: z.number(),
  free: z.number(),
  budgetShare: z.number(),
  tokenFactor: z.number(),
  factorSource: z.enum(FACTOR_SOURCES).nullable(),
  counted: z.object({ tokens: z.number(), by: z.string() }).nullable(),
  weighedClasses: z
    .array(z.enum(['digits', 'breaks', 'runs', 'indic', 'southeastAsian', 'vietnamese', 'korean']))
    .readonly(),
});
export type Arithmetic = z.infer<typeof arithmetic>;

const segment = z.object({
  name: z.enum(SEGMENT_NAMES),
  tokens: z.number(),
});
export type Segment = z.infer<typeof segment>;

const callSettings = z.object({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  presencePenalty: z.number().optional(),
  frequencyPenalty: z.number().optional(),
  stopSequences: z.array(z.string()).readonly().optional(),
  seed: z.number().optional(),
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  toolChoice: z
    .union([
      z.literal('none'),
      z.literal('auto'),
      z.literal('required'),
      z.object({ type: z.literal('tool'), toolName: z.string() }),
    ])
    .optional(),
  providerOptions: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

const messagePlace = z.union([
  z.object({ from: z.literal('conversation'), seq: z.number(), mark: z.string().optional() }),
  z.object({ from: z.literal('broken-calls'), seq: z.number() }),
  z.object({ from: z.literal('input') }),
  z.object({ from: z.literal('prompt') }),
  z.object({ from: z.literal('answer'), step: z.number() }),
  z.object({ from: z.literal('aside') }),
  z.object({ from: z.literal('joined') }),
  z.object({ from: z.literal('trace'), step: z.number(), ordinal: z.number() }),
  z.object({ from: z.literal('opening') }),
  z.object({ from: z.literal('schema') }),
  z.object({ from: z.literal('standing'), seq: z.number(), depth: z.number().optional() }),
  z.object({
    from: z.literal('compaction'),
    step: z.number(),
    firstSeq: z.number().nullable(),
    throughSeq: z.number().nullable(),
    throughStep: z.number(),
    hasTouched: z.literal(true).optional(),
  }),
  z.object({
    from: z.literal('ancestor'),
    depth: z.number(),
    ordinal: z.number(),
    coversThrough: z.number(),
  }),
  z.object({ from: z.literal('above'), depth: z.number(), first: z.number(), last: z.number() }),
  z.object({ from: z.literal('anchor'), depth: z.number(), seq: z.number() }),
  z.object({
    from: z.literal('summary'),
    ordinal: z.number(),
    coversFrom: z.number(),
    coversThrough: z.number(),
  }),
  z.object({
    from: z.literal('found-above'),
    places: z.array(z.tuple([z.number(), z.number()]).readonly()).readonly(),
  }),
  z.object({
    from: z.literal('passage'),
    seq: z.number(),
    isPart: z.boolean(),
    by: z.enum(['said', 'many']).optional(),
  }),
  z.object({ from: z.literal('directive') }),
  z.object({ from: z.literal(ADDED_FROM) }),
]);

const explainedMessage = z.object({
  name: z.string(),
  place: messagePlace,
  role: z.enum(['system', 'tool', 'user', 'assistant']),
  tokens: z.number(),
  form: messageForm,
  images: z.number().optional(),
  text: z.string(),
});
export type ExplainedMessage = z.infer<typeof explainedMessage>;

const explainedRange = z.object({
  name: z.string(),
  words: z.string(),
  from: z.enum(['input', 'ancestor', 'conversation', 'trace']),
  depth: z.number().optional(),
  first: z.number(),
  last: z.number(),
  count: z.number(),
  tokens: z.number(),
  rule: z.enum(LEFT_RULES),
});
export type ExplainedRange = z.infer<typeof explainedRange>;

const explainedFact = z.object({
  kind: z.enum(MEMORY_KINDS),
  key: z.string(),
  /** The step of the tool result that contains the memory. */
  step: z.number(),
  ordinal: z.number(),
});
export type ExplainedFact = z.infer<typeof explainedFact>;

export const explanation = z.object({
  policy: z.number(),
  isCurrentPolicy: z.boolean(),
  arithmetic: arithmetic.nullable(),
  segments: z.array(segment),
  system: z.object({ hash: z.string(), text: z.string() }).nullable(),
  tools: z
    .object({ hash: z.string(), names: z.array(z.string()).readonly(), mayCall: z.boolean() })
    .nullable(),
  settings: callSettings.nullable(),
  insteadOf: z.object({ step: z.number(), model: z.string() }).nullable(),
  output: z.object({ hash: z.string(), schema: z.string(), isSent: z.boolean() }).nullable(),
  messages: z.array(explainedMessage),
  /** The memories in tool results that were sent in full. */
  facts: z.array(explainedFact),
  left: z.array(explainedRange),
  warnings: z.array(z.string()),
});
export type Explanation = z.infer<typeof explanation>;

const leftByRule = z.object({
  rule: z.enum(LEFT_RULES),
  words: z.string(),
  messages: z.number(),
  tokens: z.number(),
});
export type LeftByRule = z.infer<typeof leftByRule>;

export const planFigures = z.object({
  arithmetic: arithmetic.nullable(),
  segments: z.array(segment),
  left: z.array(leftByRule),
});
export type PlanFigures = z.infer<typeof planFigures>;
