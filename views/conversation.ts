import { z } from 'zod';
import { OMISSIONS } from '../context/message/omission.js';
import { CUT_OFF_REASONS } from '../protocol/finish-reason.js';
import { ATTACHMENT_KINDS } from '../protocol/message-parts.js';
import { RATINGS } from '../protocol/rating.js';
import { time } from './time.js';

export const listedBranch = z.object({
  /** 0 is the original branch. */
  number: z.number(),
  isCurrent: z.boolean(),
  parent: z.number().nullable(),
  ofTurnId: z.string().nullable(),
  turnId: z.string().nullable(),
  /** The last message that the branch shares with its parent or source. */
  beginsAfter: z.number(),
  messages: z.number(),
  firstWords: z.string().nullable(),
  createdAt: time,
  /** When the branch was left, or its last message. */
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
  isPinned: z.boolean(),
});
export type ConversationView = z.infer<typeof conversationView>;

export const conversationPage = z.object({
  conversations: z.array(conversationView),
  next: z.string().nullable(),
});
export type ConversationPage = z.infer<typeof conversationPage>;

export const conversationMarks = z.strictObject({
  isPinned: z.boolean().optional(),
  isArchived: z.boolean().optional(),
});
export type ConversationMarks = z.infer<typeof conversationMarks>;

/** `requests`: API requests without a conversation. */
export const CONVERSATION_LISTS = ['active', 'archived', 'requests'] as const;
export type ConversationList = (typeof CONVERSATION_LISTS)[number];

export const foundMessage = z.object({
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
  /** Where the best part of the text starts, in UTF-16 units. */
  start: z.number(),
  characters: z.number(),
});
export type FoundMessage = z.infer<typeof foundMessage>;

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

export const joinedAt = z.object({
  /** The step that first sent the message; for questions and answers, the step before. */
  step: z.number(),
  turnId: z.string().optional(),
  approval: z.enum(['question', 'answer']).optional(),
  question: z.string().optional().describe('Name of the question, as in the event `approval`'),
  isOpen: z.literal(true).optional().describe('The question waits for its answer'),
});
export type JoinedAt = z.infer<typeof joinedAt>;

export const attachmentKind = z.enum(ATTACHMENT_KINDS);

export const historyAttachment = z.object({
  ref: z.string(),
  name: z.string(),
  kind: attachmentKind,
  mediaType: z.string(),
  bytes: z.number(),
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
  joined: joinedAt.nullable(),
  whileRunning: z.enum(['steer', 'interrupt']).nullable(),
  /** The partial answer of a canceled turn. */
  isPartial: z.boolean(),
  finishReason: z.enum(CUT_OFF_REASONS).nullable().describe('Why an answer is incomplete'),
  omitted: z.enum(OMISSIONS).nullable(),
  failure: z.object({ type: z.string(), message: z.string() }).nullable(),
  /** Null for another user's messages in a fork. */
  executionId: z.string().nullable(),
  createdAt: time,
  data: z.record(z.string(), z.unknown()).optional(),
  attachments: z.array(historyAttachment).optional(),
  rating: z.enum(RATINGS).optional().describe("A person's rating of an answer"),
});
export type HistoryMessage = z.infer<typeof historyMessage>;

export const queuedMessage = historyMessage
  .pick({ turnId: true, text: true, whileRunning: true, attachments: true, createdAt: true })
  .extend({ state: z.enum(['running', 'joined', 'queued']).describe('`joined`: part of the running turn') });
export type QueuedMessage = z.infer<typeof queuedMessage>;

export const historyPage = z.object({
  messages: z.array(historyMessage),
  next: z.string().nullable(),
  hasMore: z.boolean(),
});
export type HistoryPage = z.infer<typeof historyPage>;

const standingPlace = z.object({ depth: z.number(), seq: z.number() });
export type StandingPlace = z.infer<typeof standingPlace>;

export const standingRequest = z.object({
  kind: z.enum(['instruction', 'preference']),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  at: time,
  /** `stands`: sent with every call. `taken-back`: by a later message; `withdrawn`: through `withdraw`. */
  status: z.enum(['stands', 'replaced', 'taken-back', 'withdrawn']),
  by: standingPlace.nullable(),
  depth: z.number(),
  seq: z.number(),
  /** The request's number within its message. */
  ordinal: z.number(),
});
export type StandingRequest = z.infer<typeof standingRequest>;
