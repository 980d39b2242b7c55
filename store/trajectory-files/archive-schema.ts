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

/** The messages beside a graph, as far as they are of the form; else none. */
export function readArchive(graph: unknown): MessageArchive {
  const parsed = archive.safeParse(graph);
  // Its optional fields are left out or hold what they say, never undefined: it was parsed from JSON.
  return parsed.success
    ? (parsed.data.messages as MessageArchive)
    : { messages: [], usage: { input: 0, cachedInput: 0, output: 0 } };
}
