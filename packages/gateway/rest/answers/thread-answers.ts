import { z } from 'zod';
import { time } from './time.js';
import { historyMessage } from './conversation-answers.js';

const anchorView = z.object({
  message: z.number(),
  role: z.enum(['user', 'assistant']),
  start: z.number().nullable(),
  end: z.number().nullable(),
  text: z.string(),
});

/** A conversation or sub-thread with the threads anchored to its messages. */
export const threadNode = z.object({
  workflowId: z.string(),
  threadId: z.string().nullable(),
  title: z.string(),
  isTitled: z.boolean(),
  depth: z.number(),
  anchor: anchorView.nullable(),
  messages: z.number(),
  tokens: z.number(),
  isOpen: z.boolean(),
  isEarlier: z.boolean(),
  createdAt: time,
  updatedAt: time,
  get children() {
    return z.array(threadNode);
  },
});

export const deletedThread = z.object({
  threads: z.number(),
  turns: z.number(),
  messages: z.number(),
  executions: z.number(),
  workflowRuns: z.number(),
});

export const flatThreadMessage = z.object({
  position: z.number(),
  workflowId: z.string(),
  threadId: z.string().nullable(),
  depth: z.number(),
  ...historyMessage.shape,
});

export const mergedThreads = z.object({
  format: z.enum(['custom', 'free', 'bullets', 'structured', 'transcript']),
  text: z.string(),
  executionId: z.string().nullable(),
  messages: z.number(),
  threads: z.number(),
  summarized: z.number(),
  leftOut: z.number(),
});
