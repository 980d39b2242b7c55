import { z } from 'zod';
import { SEGMENT_NAMES } from '../../../../context/sent/explained.js';
import { RESERVE_SOURCES } from '../../../../context/plan/window.js';
import { REASONING_EFFORTS } from '../../../../protocol/call-settings.js';
import { leftRule } from './left-rule.js';
import { time } from './time.js';
import { modelCallPurpose } from './execution-answers.js';

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
  factorSource: z.enum(['config', 'learned', 'table', 'assumed']).nullable(),
  counted: z.object({ tokens: z.number(), by: z.string() }).nullable(),
  weighedClasses: z
    .array(z.enum(['digits', 'breaks', 'runs', 'indic', 'southeastAsian', 'vietnamese', 'korean']))
    .readonly(),
});

const segment = z.object({
  name: z.enum(SEGMENT_NAMES),
  tokens: z.number(),
});

const leftFigures = z.object({
  rule: leftRule,
  words: z.string(),
  messages: z.number(),
  tokens: z.number(),
});

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

const messageForm = z.union([
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('broken off') }),
  z.object({ kind: z.literal('cut'), leftTokens: z.number() }),
  z.object({ kind: z.literal('placeholder'), leftTokens: z.number() }),
  z.object({ kind: z.literal('without pictures'), leftTokens: z.number() }),
  z.object({ kind: z.literal('pointer'), leftTokens: z.number(), rule: z.enum(['spilled', 'evicted']) }),
]);

const explainedMessage = z.object({
  name: z.string(),
  place: z.union([
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
      depth: z.number().optional(),
      ordinal: z.number().optional(),
      coversThrough: z.number().optional(),
    }),
    z.object({ from: z.literal('above'), depth: z.number(), first: z.number(), last: z.number() }),
    z.object({ from: z.literal('anchor'), depth: z.number().optional(), seq: z.number().optional() }),
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
    z.object({ from: z.literal('note') }),
  ]),
  role: z.enum(['system', 'tool', 'user', 'assistant']),
  tokens: z.number(),
  form: messageForm,
  pictures: z.number().optional(),
  text: z.string(),
});

const explainedRange = z.object({
  name: z.string(),
  words: z.string(),
  from: z.enum(['input', 'ancestor', 'conversation', 'trace']),
  depth: z.number().optional(),
  first: z.number(),
  last: z.number(),
  count: z.number(),
  tokens: z.number(),
  rule: leftRule,
});

const explanation = z.object({
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
  left: z.array(explainedRange),
  warnings: z.array(z.string()),
});

/** A call as planned, and as it would be with other settings. */
export const callPlan = z.object({
  callId: z.string(),
  was: z.object({
    model: z.string(),
    cost: z.string().nullable(),
    arithmetic: arithmetic.nullable(),
    segments: z.array(segment),
    left: z.array(leftFigures),
    paid: z.string().nullable(),
  }),
  would: z.object({
    model: z.string(),
    cost: z.string().nullable(),
    arithmetic: arithmetic.nullable(),
    segments: z.array(segment),
    left: z.array(leftFigures),
    verdict: z.enum(['ready', 'compact', 'cannot-fit']),
    reason: z.string().nullable(),
    context: explanation,
  }),
});

export const callExplanation = z.object({
  callId: z.string(),
  executionId: z.string(),
  stepInNode: z.number(),
  conversationId: z.string().nullable(),
  context: explanation,
  sameTokens: z.number().nullable(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled', 'planned']),
  model: z.string(),
  nodeId: z.string(),
  finishedAt: time.nullable(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  step: z.number(),
  purpose: modelCallPurpose,
  guard: z.enum(['nudge', 'forced']).nullable(),
  cost: z.string().nullable(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  finishReason: z.string().nullable(),
  reasoning: z.string().nullable(),
  createdAt: time,
});
