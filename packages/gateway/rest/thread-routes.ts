import { z } from 'zod';
import { threadNode, deletedThread, flatThreadMessage, mergedThreads } from './answers/thread-answers.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { defineRoute, type RestRoute } from './rest-route.js';

const HERE = '/conversations/{flow}';

const newThread = z.strictObject({
  message: z.number().int().min(1).describe('`seq` of the message that it hangs on'),
  start: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Part of the message, in UTF-16 units; absent: all of it'),
  end: z.number().int().min(0).optional(),
  id: z.string().optional().describe('Opening the same id again is opening it once'),
});

const merge = z.strictObject({
  format: z.enum(['free', 'bullets', 'structured', 'custom', 'transcript']).optional(),
  instruction: z.string().optional().describe('Of a `custom` merge'),
  model: z.string().optional(),
  id: z.string().optional().describe('Merging with the same id again is merging once'),
});

/** `?thread=` selects a sub-thread, which is anchored to a message. */
export const threadRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: `${HERE}/threads`,
    summary: 'It with all threads that hang on its messages',
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
    summary: 'Delete a thread and all that hangs on it',
    query: conversationQuery,
    answer: { kind: 'json', schema: deletedThread, says: 'What was deleted' },
    handle: async (request) => openConversation(request).deleteThread(request.path['id'] ?? ''),
  }),
  defineRoute({
    method: 'put',
    path: `${HERE}/title`,
    summary: 'Give it a title',
    query: conversationQuery,
    body: z.strictObject({ title: z.string() }),
    answer: { kind: 'json', schema: z.object({ title: z.string() }), says: 'The title as it is kept' },
    handle: async (request) => ({ title: await openConversation(request).rename(request.body.title) }),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/flat`,
    summary: 'All that was said in it and its threads, in one list',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: z.array(flatThreadMessage),
      says: 'Messages, threads right after what they hang on',
    },
    handle: async (request) => openConversation(request).flatten(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/merge`,
    summary: 'Make one text of it and its threads',
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
