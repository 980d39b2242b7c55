import { z } from 'zod';
import { CUT_OFF_REASONS } from '../protocol/finish-reason.js';
import { time } from './time.js';
import { compactionStatus } from './call.js';
import { nodeStatus } from './execution.js';

export const conversationChange = z.union([
  z.object({
    type: z.enum(['turn-began', 'turn-ended']),
    flow: z.string(),
    /** Empty for the plain conversation. */
    channel: z.string(),
    /** Null for the conversation itself. */
    thread: z.string().nullable(),
    turnId: z.string(),
  }),
  /** Changes may have been missed: reload. */
  z.object({ type: z.literal('resync') }),
]);
export type ConversationChange = z.infer<typeof conversationChange>;

export const turnEvent = z.union([
  z.object({ type: z.literal('queued'), id: z.string(), ahead: z.number() }),
  z.object({ type: z.literal('started'), id: z.string(), executionId: z.string() }),
  z.object({ type: z.literal('text-delta'), id: z.string(), step: z.number(), text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), id: z.string(), step: z.number(), text: z.string() }),
  z.object({
    type: z.literal('tool-call'),
    id: z.string(),
    step: z.number(),
    call: z.string(),
    toolCallId: z.string(),
    name: z.string(),
    input: z.unknown(),
    hasResult: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('tool-result'),
    call: z.string(),
    id: z.string(),
    step: z.number(),
    toolCallId: z.string(),
    name: z.string(),
    output: z.unknown(),
    isError: z.boolean(),
    isDenied: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('tool-progress'),
    id: z.string(),
    step: z.number(),
    call: z.string(),
    name: z.string(),
    text: z.string(),
  }),
  z.object({
    type: z.literal('compaction'),
    id: z.string(),
    step: z.number(),
    ratio: z.number().nullable(),
    status: compactionStatus,
    reason: z.string().nullable(),
    tokensBefore: z.number(),
    tokensAfter: z.number().nullable(),
    messagesBefore: z.number(),
    messagesAfter: z.number().nullable(),
    cost: z.number().nullable(),
  }),
  z.object({ type: z.literal('reset'), id: z.string(), step: z.number() }),
  z.object({
    type: z.literal('fallback'),
    id: z.string(),
    step: z.number(),
    from: z.string(),
    to: z.string(),
    errorType: z.string(),
    message: z.string(),
  }),
  z.object({
    type: z.literal('steered'),
    id: z.string(),
    step: z.number(),
    messages: z.array(z.object({ turnId: z.string().optional(), text: z.string() })).readonly(),
  }),
  z.object({
    type: z.literal('approval'),
    id: z.string(),
    name: z
      .string()
      .describe('A message answers it by this name while several questions are open, as in `buy: yes`'),
    executionId: z.string(),
    nodeId: z.string(),
    iteration: z.string(),
    call: z.string().nullable(),
    toolCallId: z.string().nullable(),
    toolName: z.string().nullable(),
    wantsOutput: z.boolean(),
    prompt: z.string(),
    approvers: z.array(z.string()).nullable(),
    expiresAt: time.nullable(),
    isOneOfSeveral: z
      .literal(true)
      .optional()
      .describe('Other questions are open, too: a message must answer this one by its `name`'),
  }),
  z.object({
    type: z.literal('node'),
    id: z.string(),
    nodeId: z.string(),
    kind: z.string(),
    iteration: z.string(),
    status: nodeStatus,
    durationMs: z.number(),
    waitedMs: z.number(),
    items: z.object({ done: z.number(), total: z.number() }).optional(),
  }),
  z.object({
    type: z.literal('done'),
    id: z.string(),
    text: z.string(),
    finishReason: z.enum(CUT_OFF_REASONS).optional().describe('Why the answer is incomplete'),
  }),
  z.object({ type: z.literal('failed'), id: z.string(), errorType: z.string(), message: z.string() }),
  z.object({ type: z.literal('cancelled'), id: z.string() }),
]);
