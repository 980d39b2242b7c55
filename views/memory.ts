import { z } from 'zod';
import { MEMORY_KINDS } from '../protocol/memory-kinds.js';
import { time } from './time.js';

const memorySource = z.object({
  flow: z.string(),
  channel: z.string(),
  thread: z.string().nullable(),
  seq: z.number(),
});
export type MemorySource = z.infer<typeof memorySource>;

const newestUse = z.object({ executionId: z.string(), at: time });

/** Newest first; at most 3. */
const newest = z.array(newestUse);

/** How many of the newest calls were searched; at most 200. */
const searchedCalls = z.number();

const memory = z.object({
  kind: z.enum(MEMORY_KINDS),
  key: z.string(),
  value: z.string(),
  createdAt: time,
  updatedAt: time,
  /** Null outside conversations, and once the message is deleted. */
  source: memorySource.nullable(),
  /** How many of the searched calls sent the memory. */
  uses: z.object({
    calls: z.number(),
    newest: z.array(newestUse.extend({ chat: memorySource.omit({ seq: true }).nullable() })),
  }),
});

export const memoryPage = z.object({
  memories: z.array(memory),
  next: z.string().nullable(),
  searchedCalls,
});
export type MemoryPage = z.infer<typeof memoryPage>;

const use = {
  ordinal: z.number(),
  calls: z.number(),
  newest,
};

export const memoryUses = z.object({
  /** How many of the newest calls were searched, at most 200. */
  calls: z.number(),
  standing: z.array(z.object({ depth: z.number(), seq: z.number(), ...use })),
  summaries: z.array(z.object(use)),
});
export type MemoryUses = z.infer<typeof memoryUses>;
