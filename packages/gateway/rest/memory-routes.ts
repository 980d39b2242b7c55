import { z } from 'zod';
import { MEMORY_KINDS } from '../../../protocol/memory-kinds.js';
import { memoryPage, memoryUses } from '../../../views/memory.js';
import { conversationQuery, openConversation } from './conversation-key.js';
import { before, limit } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const HERE = '/conversations/{flow}';

const standingChange = z.strictObject({
  depth: z.number().int(),
  seq: z.number().int(),
  ordinal: z.number().int(),
  isWithdrawn: z.boolean(),
});

export const memoryRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/memories',
    summary: 'List what flows remember about the caller beyond conversations',
    query: z.object({
      limit: limit(200, 100),
      before,
      q: z.string().max(100).optional().describe('Words that the key or the value contains'),
    }),
    answer: { kind: 'json', schema: memoryPage, says: 'Memories, last changed first' },
    handle: async ({ caller: { client, user }, query: { q, ...page } }) =>
      client.memories.list({ user, search: q, ...page }),
  }),
  defineRoute({
    method: 'delete',
    path: '/memories',
    summary: 'Delete a memory of the caller',
    query: z.object({ kind: z.enum(MEMORY_KINDS), key: z.string() }),
    async handle({ caller: { client, user }, query }) {
      await client.memories.delete(query, { user });
    },
  }),
  defineRoute({
    method: 'put',
    path: `${HERE}/standing-requests`,
    summary: 'Withdraw a standing request, or undo that',
    query: conversationQuery,
    body: standingChange,
    async handle(request) {
      const { isWithdrawn, ...place } = request.body;
      await openConversation(request).withdraw(place, isWithdrawn);
    },
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/memory-uses`,
    summary: 'Count the newest model calls that sent each standing request and summary',
    query: conversationQuery,
    answer: { kind: 'json', schema: memoryUses, says: 'Counts, with the newest execution of each' },
    handle: async (request) => openConversation(request).memoryUses(),
  }),
];
