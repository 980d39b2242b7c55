import { z } from 'zod';
import {
  conversationView,
  saidMessage,
  conversationStatus,
  historyPage,
  standingRequest,
} from './answers/conversation-answers.js';
import { conversationChange } from './answers/event-answers.js';
import { summaryPage } from './answers/summary-answers.js';
import { trajectory } from './answers/trajectory-answers.js';
import { turnReceipt } from './answers/turn-answers.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { limit } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';
import { sendChanges } from './send-events.js';

const HERE = '/conversations/{flow}';

export const conversationRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/conversations',
    summary: 'The open conversations, the last used first',
    query: z.object({ limit: limit(500) }),
    answer: { kind: 'json', schema: z.array(conversationView), says: 'Flow, channel and title of each' },
    handle: async ({ caller, query }) => caller.client.conversations({ limit: query.limit ?? 50 }),
  }),
  defineRoute({
    method: 'get',
    path: '/changes',
    summary: 'Stream which turns of all conversations begin and end, from now on',
    answer: {
      kind: 'events',
      schema: conversationChange,
      says: 'One event each; `told-from-here` first, and where some may have been missed',
    },
    handle: async (request) => sendChanges(request, (options) => request.caller.client.changes(options)),
  }),
  defineRoute({
    method: 'get',
    path: '/search',
    summary: 'Find what was said in all conversations, by its words',
    query: z.object({
      q: z.string().min(1).max(1_000).describe('Words that were said'),
      limit: z.coerce.number().int().min(1).max(100).optional().describe('1 to 100, default 20'),
    }),
    answer: {
      kind: 'json',
      schema: z.array(saidMessage),
      says: 'Messages, those that say most about the words first',
    },
    handle: async ({ caller, query: { q, limit = 20 } }) => caller.client.search(q, { limit }),
  }),
  defineRoute({
    method: 'get',
    path: HERE,
    summary: 'How a conversation stands',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: conversationStatus.nullable(),
      says: 'Its turns that run and wait, and its usage; null: it is not running',
    },
    handle: async (request) => openConversation(request).status(),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/messages`,
    summary: 'What was said, newest first, a page at a time',
    query: conversationQuery.extend({
      limit: limit(500),
      before: z.string().optional().describe('`next` of the page before'),
      branch: z.coerce.number().optional().describe('Number of a branch; absent: the one that it is in'),
    }),
    answer: {
      kind: 'json',
      schema: historyPage,
      says: '`messages`, and `next`: null where there are no older ones',
    },
    handle: async (request) =>
      openConversation(request).history({
        limit: request.query.limit ?? 50,
        before: request.query.before,
        branch: request.query.branch,
      }),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/summaries`,
    summary: 'The summaries of older messages, with their cost',
    query: conversationQuery.extend({ limit: limit(500) }),
    answer: { kind: 'json', schema: summaryPage, says: 'Current and replaced summaries' },
    handle: async (request) => openConversation(request).summaries(withLimit(request.query)),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/standing-requests`,
    summary: 'What the user asked for once and for all',
    query: conversationQuery,
    answer: { kind: 'json', schema: z.array(standingRequest), says: 'Each request, with what became of it' },
    handle: async (request) => openConversation(request).standing(),
  }),
  defineRoute({
    method: 'get',
    path: `${HERE}/trajectory`,
    summary: 'What its agents did and why',
    query: conversationQuery.extend({
      turnId: z.string().optional(),
      last: z.coerce.number().int().min(1).max(1_000).optional().describe('Newest rounds, default 50'),
    }),
    answer: { kind: 'json', schema: trajectory, says: 'The graph of each agent' },
    async handle(request) {
      const { turnId, last } = request.query;
      return openConversation(request).trajectory({
        ...(turnId !== undefined && { turnId }),
        ...(last !== undefined && { last }),
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/clear`,
    summary: 'Have later messages see nothing of it so far; nothing is deleted',
    query: conversationQuery,
    answer: { kind: 'json', schema: turnReceipt, says: 'Its place in the queue', status: 202 },
    handle: async (request) => openConversation(request).clear(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/close`,
    summary: 'Take no more messages, process those there are, and end',
    query: conversationQuery,
    handle: async (request) => openConversation(request).close(),
  }),
];

function withLimit({ limit }: { limit?: number | undefined }): { limit?: number } {
  return limit === undefined ? {} : { limit };
}
