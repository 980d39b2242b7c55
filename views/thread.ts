import { z } from 'zod';
import { MERGE_FORMATS } from '../context/threads/merge-formats.js';
import { historyMessage } from './conversation.js';
import { time } from './time.js';

const anchorView = z.object({
  message: z.number(),
  role: z.enum(['user', 'assistant']),
  /** UTF-16 units. Null for the whole message. */
  start: z.number().nullable(),
  end: z.number().nullable(),
  text: z.string(),
});
export type AnchorView = z.infer<typeof anchorView>;

export const threadNode = z.object({
  workflowId: z.string(),
  threadId: z.string().nullable(),
  title: z.string(),
  isTitled: z.boolean(),
  depth: z.number(),
  /** Null for a conversation, or if the message was deleted. */
  anchor: anchorView.nullable(),
  messages: z.number(),
  tokens: z.number(),
  /** The next message reopens a closed thread. */
  isOpen: z.boolean(),
  isEarlier: z.boolean(),
  createdAt: time,
  updatedAt: time,
  /** In anchor order. */
  get children() {
    return z.array(threadNode);
  },
});
export type ThreadNode = z.infer<typeof threadNode>;

export const deletedThread = z.object({
  threads: z.number(),
  turns: z.number(),
  messages: z.number(),
  executions: z.number(),
  workflowRuns: z.number(),
});
export type DeletedThread = z.infer<typeof deletedThread>;

export const flatThreadMessage = z.object({
  /** From 0, without gaps. */
  position: z.number(),
  workflowId: z.string(),
  threadId: z.string().nullable(),
  depth: z.number(),
  ...historyMessage.shape,
});
export type FlatThreadMessage = z.infer<typeof flatThreadMessage>;

export const mergedThreads = z.object({
  format: z.enum(MERGE_FORMATS),
  text: z.string(),
  /** The execution that wrote it. Null for a transcript. */
  executionId: z.string().nullable(),
  messages: z.number(),
  threads: z.number(),
  /** Too long to send whole. */
  summarized: z.number(),
  leftOut: z.number(),
});
export type MergedThreads = z.infer<typeof mergedThreads>;
