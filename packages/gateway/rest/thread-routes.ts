import { z } from 'zod';
import { threadNode, deletedThread, flatThreadMessage, mergedThreads } from '../../../views/thread.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const HERE = '/conversations/{flow}';

const newThread = z.strictObject({
  message: z.number().int().min(1).describe('`seq` of the message that it is anchored to'),
  start: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Part of the message, in UTF-16 units. Default: all of it'),
  end: z.number().int().min(0).optional(),
  id: z.string().optional().describe('Makes opening idempotent'),
});

const merge = z.strictObject({
  format: z.enum(['free', 'bullets', 'structured', 'custom', 'transcript']).optional(),
  instruction: z.string().optional().describe('For a `custom` merge'),
  model: z.string().optional(),
  id: z.string().optional().describe('Makes merging idempotent'),
});

export const threadRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: `${HERE}/threads`,
    summary: 'Get it with all threads anchored to its messages',
    query: conversationQuery,
    answer: { kind: 'json', schema: threadNode, says: 'A tree' },
    handle: async (request) => openConversation(request).threads(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/threads`,
    summary: 'Open a thread on a message, or on a part of it',
    query: conversationQuery,
    body: newThread,
    answer: {
      kind: 'json',
      schema: z.object({ id: z.string(), workflowId: z.string() }),
      says: 'The Workflow ID of the thread, and its id',
      status: 201,
    },
    async handle(request) {
      const { workflowId } = await openConversation(request).openThread(keepDefined(request.body));
      const id = decodeURIComponent(workflowId.slice(workflowId.lastIndexOf('/') + 1));
      return { id, workflowId };
    },
  }),
  defineRoute({
    method: 'delete',
    path: `${HERE}/threads/{id}`,
    summary: 'Delete a thread and its own threads',
    query: conversationQuery,
    answer: { kind: 'json', schema: deletedThread, says: 'Counts of deleted data' },
    handle: async (request) => openConversation(request).deleteThread(request.path['id'] ?? ''),
  }),
  defineRoute({
    method: 'put',
    path: `${HERE}/title`,
    summary: 'Set its title',
    query: conversationQuery,
    body: z.strictObject({ title: z.string() }),
    answer: { kind: 'json', schema: z.object({ title: z.string() }), says: 'The stored title' },
    handle: async (request) => ({ title: await openConversation(request).rename(request.body.title) }),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/flat`,
    summary: 'List all messages of it and its threads',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: z.array(flatThreadMessage),
      says: 'Messages, each thread right after its anchor',
    },
    handle: async (request) => openConversation(request).flatten(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/merge`,
    summary: 'Merge it and its threads into one text',
    query: conversationQuery,
    body: merge,
    answer: { kind: 'json', schema: mergedThreads, says: 'The text' },
    handle: async (request) => openConversation(request).merge(keepDefined(request.body)),
  }),
];

/** Drops undefined fields, which the client distinguishes from absent ones. */
function keepDefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]: NonNullable<Fields[Name]> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [Name in keyof Fields]: NonNullable<Fields[Name]> };
}
