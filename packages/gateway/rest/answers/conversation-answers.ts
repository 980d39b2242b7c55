import { z } from 'zod';
import { OMISSIONS } from '../../../../context/message/omission.js';
import { CUT_OFF_REASONS } from '../../../../protocol/finish-reason.js';
import { time } from './time.js';

export const listedBranch = z.object({
  number: z.number(),
  isCurrent: z.boolean(),
  parent: z.number().nullable(),
  ofTurnId: z.string().nullable(),
  turnId: z.string().nullable(),
  beginsAfter: z.number(),
  messages: z.number(),
  firstWords: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
});

export const conversationView = z.object({
  workflowId: z.string(),
  flow: z.string(),
  channel: z.string(),
  title: z.string().nullable(),
  lastMessageAt: time.nullable(),
  lastAnswerAt: time.nullable(),
  createdAt: time,
});

export const saidMessage = z.object({
  conversationId: z.string(),
  flow: z.string(),
  channel: z.string(),
  thread: z.string().nullable(),
  title: z.string().nullable(),
  branch: z.number(),
  seq: z.number(),
  role: z.enum(['user', 'assistant']),
  at: time,
  text: z.string(),
  start: z.number(),
  characters: z.number(),
});

export const conversationStatus = z.object({
  state: z.enum(['closing', 'idle', 'running']),
  running: z.object({ turnId: z.string(), executionId: z.string() }).nullable(),
  queued: z.array(z.string()).readonly(),
  recent: z
    .array(z.object({ turnId: z.string(), status: z.enum(['completed', 'failed', 'cancelled']) }))
    .readonly(),
  turns: z.number(),
  refused: z.object({ count: z.number(), last: z.string().nullable() }),
  ignored: z.object({ count: z.number(), last: z.string() }).optional(),
});

/** How a message joined a running turn. */
export const joinedAt = z.object({
  step: z.number(),
  turnId: z.string().optional(),
  approval: z.enum(['question', 'answer']).optional(),
  question: z.string().optional().describe('Name of the question, as in the event `approval`'),
  isOpen: z.literal(true).optional().describe('The question waits for its answer'),
});

/** A file is shown as an image, its text is included in the message, or only its name is. */
export const attachmentKind = z.enum(['text', 'picture', 'other']);

export const historyAttachment = z.object({
  ref: z.string(),
  name: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  bytes: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

export const historyMessage = z.object({
  seq: z.number(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  tokenCount: z.number(),
  turnId: z.string(),
  joined: joinedAt.nullable(),
  whileRunning: z.enum(['steer', 'interrupt']).nullable(),
  isPartial: z.boolean(),
  finishReason: z.enum(CUT_OFF_REASONS).nullable().describe('Why an answer is incomplete'),
  omitted: z.enum(OMISSIONS).nullable(),
  failure: z.object({ type: z.string(), message: z.string() }).nullable(),
  executionId: z.string().nullable(),
  createdAt: time,
  data: z.record(z.string(), z.unknown()).optional(),
  attachments: z.array(historyAttachment).optional(),
});

export const historyPage = z.object({
  messages: z.array(historyMessage),
  next: z.string().nullable(),
  hasMore: z.boolean(),
});

const standingPlace = z.object({ depth: z.number(), seq: z.number() });

/** A standing request by the user. */
export const standingRequest = z.object({
  kind: z.enum(['instruction', 'preference']),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  at: time,
  status: z.enum(['stands', 'replaced', 'taken-back']),
  by: standingPlace.nullable(),
  depth: z.number(),
  seq: z.number(),
});
