import { z } from 'zod';
import { OMISSIONS } from '../context/message/omission.js';
import { CUT_OFF_REASONS } from '../protocol/finish-reason.js';
import { ATTACHMENT_KINDS } from '../protocol/message-parts.js';
import { time } from './time.js';

export const listedBranch = z.object({
  /** 0 is the original branch. */
  number: z.number(),
  isCurrent: z.boolean(),
  /** Null for the first branch. */
  parent: z.number().nullable(),
  /** Null for the first branch, or if that turn was deleted. */
  ofTurnId: z.string().nullable(),
  turnId: z.string().nullable(),
  /** The last place that the branch shares with its parent, or the first branch of a fork with its source. */
  beginsAfter: z.number(),
  messages: z.number(),
  firstWords: z.string().nullable(),
  createdAt: time,
  /** When the branch was last left, or the last message of the current branch. */
  updatedAt: time,
});
export type ListedBranch = z.infer<typeof listedBranch>;

export const conversationView = z.object({
  workflowId: z.string(),
  flow: z.string(),
  channel: z.string(),
  title: z.string().nullable(),
  lastMessageAt: time.nullable(),
  lastAnswerAt: time.nullable(),
  createdAt: time,
});
export type ConversationView = z.infer<typeof conversationView>;

export const saidMessage = z.object({
  conversationId: z.string(),
  flow: z.string(),
  channel: z.string(),
  thread: z.string().nullable(),
  title: z.string().nullable(),
  /** The branch that holds the message, and the place in it. */
  branch: z.number(),
  seq: z.number(),
  role: z.enum(['user', 'assistant']),
  at: time,
  text: z.string(),
  /** UTF-16 units: where `text`, the best part, starts in the message, and the message's length. */
  start: z.number(),
  characters: z.number(),
});
export type SaidMessage = z.infer<typeof saidMessage>;

/** Mirrors the Query `status`: types shared with Workflows have no packages. */
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
  /** The step whose model call first sent it. For questions and their answers, the newest step before, or 0. */
  step: z.number(),
  turnId: z.string().optional(),
  approval: z.enum(['question', 'answer']).optional(),
  question: z.string().optional().describe('Name of the question, as in the event `approval`'),
  isOpen: z.literal(true).optional().describe('The question waits for its answer'),
});
export type JoinedAt = z.infer<typeof joinedAt>;

/** A file is shown as an image, its text is included in the message, or only its name is. */
export const attachmentKind = z.enum(ATTACHMENT_KINDS);

export const historyAttachment = z.object({
  ref: z.string(),
  name: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  bytes: z.number(),
  /** Pixels, for readable images. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type HistoryAttachment = z.infer<typeof historyAttachment>;

export const historyMessage = z.object({
  seq: z.number(),
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  tokenCount: z.number(),
  turnId: z.string(),
  /** Set for messages other than the turn's own question and answer. */
  joined: joinedAt.nullable(),
  /** How the message was submitted to skip the queue. */
  whileRunning: z.enum(['steer', 'interrupt']).nullable(),
  /** The partial answer of a canceled turn. */
  isPartial: z.boolean(),
  finishReason: z.enum(CUT_OFF_REASONS).nullable().describe('Why an answer is incomplete'),
  omitted: z.enum(OMISSIONS).nullable(),
  failure: z.object({ type: z.string(), message: z.string() }).nullable(),
  /** Null for messages forked from another user: how they were answered is private. */
  executionId: z.string().nullable(),
  createdAt: time,
  data: z.record(z.string(), z.unknown()).optional(),
  attachments: z.array(historyAttachment).optional(),
});
export type HistoryMessage = z.infer<typeof historyMessage>;

/** A page of a conversation or thread, newest message first. */
export const historyPage = z.object({
  messages: z.array(historyMessage),
  /** The `before` of the next page. Null on the last page. */
  next: z.string().nullable(),
  hasMore: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPage>;

/** A message's place; depth 0 is the conversation itself. */
const standingPlace = z.object({ depth: z.number(), seq: z.number() });
export type StandingPlace = z.infer<typeof standingPlace>;

/** A standing request by the user. */
export const standingRequest = z.object({
  kind: z.enum(['instruction', 'preference']),
  text: z.string(),
  /** UTF-16 offset in the message. */
  start: z.number(),
  end: z.number(),
  at: time,
  /** `stands`: sent with every call. Otherwise, a later message replaced or withdrew it. */
  status: z.enum(['stands', 'replaced', 'taken-back']),
  by: standingPlace.nullable(),
  depth: z.number(),
  seq: z.number(),
});
export type StandingRequest = z.infer<typeof standingRequest>;
