import { z } from 'zod';
import type { MessageArchive } from '../../trajectory/messages/archive.js';

const usage = z.object({ input: z.number(), cachedInput: z.number(), output: z.number() });
const at = z.number().optional();
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('user'), text: z.string(), isSummary: z.literal(true).optional(), at }),
  z.object({
    role: z.literal('assistant'),
    text: z.string().optional(),
    toolCalls: z.array(z.object({ id: z.string(), name: z.string(), input: z.json() })).optional(),
    usage: usage.optional(),
    at,
  }),
  z.object({
    role: z.literal('tool'),
    text: z.string(),
    toolCallId: z.string(),
    toolName: z.string().optional(),
    at,
  }),
]);
const archive = z.object({ messages: z.object({ messages: z.array(message), usage }) });

/** Reads the messages that are stored with a graph; empty if they do not have the expected form. */
export function readArchive(graph: unknown): MessageArchive {
  const parsed = archive.safeParse(graph);
  // Optional fields of parsed JSON are absent or have a value, never undefined.
  return parsed.success
    ? (parsed.data.messages as MessageArchive)
    : { messages: [], usage: { input: 0, cachedInput: 0, output: 0 } };
}
