import { z } from 'zod';
import {
  conversationPage,
  conversationMarks,
  CONVERSATION_LISTS,
  foundMessage,
  conversationStatus,
  historyPage,
  queuedMessage,
  standingRequest,
} from '../../../views/conversation.js';
import { conversationChange } from '../../../views/event.js';
import { deletedThread } from '../../../views/thread.js';
import { summaryPage } from '../../../views/summary.js';
import { trajectory } from '../../../views/trajectory.js';
import { turnReceipt } from '../../../views/turn.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { wholeNumber } from '../requests/whole-number.js';
import { before, limit } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';
import { sendChanges } from './send-events.js';

const HERE = '/conversations/{flow}';

export const conversationRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/conversations',
    summary: 'List the open conversations: pinned ones first, then most recently used first',
    query: z.object({
      limit: limit(500),
      before,
      list: z
        .enum(CONVERSATION_LISTS)
        .optional()
        .describe('Default `active`. `requests`: API requests without a conversation'),
    }),
    answer: {
      kind: 'json',
      schema: conversationPage,
      says: 'Flow, channel and title of each conversation, and `next`, which is null on the last page',
    },
    handle: async ({ caller, query }) => caller.client.conversations(query),
  }),
  defineRoute({
    method: 'get',
    path: '/changes',
    summary: 'Stream the start and end of turns in all conversations, from now on',
    answer: {
      kind: 'changes',
      schema: conversationChange,
      says: 'Events; `resync` comes first, and after a gap',
    },
    handle: async (request) => sendChanges(request, (options) => request.caller.client.changes(options)),
  }),
  defineRoute({
    method: 'get',
    path: '/search',
    summary: 'Search the messages of all conversations',
    query: z.object({
      q: z.string().min(1).max(1_000).describe('Words to search for'),
      limit: limit(100, 20),
    }),
    answer: {
      kind: 'json',
      schema: z.array(foundMessage),
      says: 'Messages, best match first',
    },
    handle: async ({ caller, query: { q, ...page } }) => caller.client.search(q, page),
  }),
  defineRoute({
    method: 'get',
    path: HERE,
    summary: 'Get the state of a conversation',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: conversationStatus.nullable(),
      says: 'Running and queued turns, and usage; null if it is not running',
    },
    handle: async (request) => openConversation(request).status(),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/messages`,
    summary: 'List messages, newest first, in pages',
    query: conversationQuery.extend({
      limit: limit(500),
      before,
      branch: wholeNumber(0).optional().describe('Number of a branch. Default: the current one'),
    }),
    answer: {
      kind: 'json',
      schema: historyPage,
      says: '`messages`, and `next`, which is null on the last page',
    },
    handle: async (request) =>
      openConversation(request).history({
        limit: request.query.limit,
        before: request.query.before,
        branch: request.query.branch,
      }),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/queue`,
    summary: 'List the messages without an answer yet',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: z.array(queuedMessage),
      says: 'Messages of the running turn and of queued ones, in the order of processing',
    },
    handle: async (request) => openConversation(request).queued(),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/summaries`,
    summary: 'List the summaries of older messages, with their cost',
    query: conversationQuery.extend({ limit: limit(500, 100) }),
    answer: { kind: 'json', schema: summaryPage, says: 'Current and replaced summaries' },
    handle: async (request) => openConversation(request).summaries({ limit: request.query.limit }),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/standing-requests`,
    summary: "List the user's standing requests",
    query: conversationQuery,
    answer: { kind: 'json', schema: z.array(standingRequest), says: 'Requests with their status' },
    handle: async (request) => openConversation(request).standing(),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/trajectory`,
    summary: 'Get what its agents did and why',
    query: conversationQuery.extend({
      turnId: z.string().optional(),
      last: wholeNumber(1, 1_000).optional().describe('Newest rounds. Default: 50'),
    }),
    answer: { kind: 'json', schema: trajectory, says: 'The graph of each agent' },
    async handle(request) {
      const { turnId, last } = request.query;
      return openConversation(request).trajectory({
        turnId,
        last,
      });
    },
  }),
  defineRoute({
    method: 'put',
    path: `${HERE}/marks`,
    summary: 'Pin or archive it',
    query: conversationQuery,
    body: conversationMarks,
    handle: async (request) => openConversation(request).mark(request.body),
  }),
  defineRoute({
    method: 'delete',
    path: HERE,
    summary: 'Delete it and its threads',
    query: conversationQuery,
    answer: { kind: 'json', schema: deletedThread, says: 'Counts of deleted data' },
    handle: async (request) => openConversation(request).delete(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/clear`,
    summary: 'Start with a fresh context; nothing is deleted',
    query: conversationQuery,
    answer: { kind: 'json', schema: turnReceipt, says: 'The place in the queue', status: 202 },
    handle: async (request) => openConversation(request).clear(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/close`,
    summary: 'Close: accept no more messages, and process those in the queue',
    query: conversationQuery,
    handle: async (request) => openConversation(request).close(),
  }),
];
