import { z } from 'zod';
import type { Message } from '../../../client/conversation/handle.js';
import type { Part } from '../../../client/uploads/send-parts.js';
import { RATINGS } from '../../../protocol/rating.js';
import { WHILE_RUNNING } from '../../../protocol/while-running.js';
import { turnReceipt, cancelTurnResult, dropTurnResult } from '../../../views/turn.js';
import { sendEvents } from './send-events.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { turnEvent } from '../../../views/event.js';
import { hasTextOrParts, messagePart, TEXT_OR_PARTS, PART_FILES } from './message-part.js';
import { priority } from './query-fields.js';
import { defineRoute, type RestRequest, type RestRoute } from './rest-route.js';

export const newTurn = z
  .strictObject({
    text: z.string().optional(),
    parts: z.array(messagePart).optional(),
    turnId: z.string().optional().describe('Makes sending idempotent'),
    whileRunning: z
      .enum(WHILE_RUNNING)
      .optional()
      .describe('How to send it while another turn runs. Also changes a queued message that is resent'),
    data: z.record(z.string(), z.unknown()).optional().describe('Available to templates as `trigger.data`'),
    output: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON Schema for an answer that is an object'),
    priority,
  })
  .refine(hasTextOrParts, TEXT_OR_PARTS);

export const turnRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/conversations/{flow}/turns',
    summary: 'Send a message',
    query: conversationQuery,
    body: newTurn,
    files: PART_FILES,
    answer: { kind: 'json', schema: turnReceipt, says: 'The stored turn', status: 202 },
    async handle(request) {
      const { whileRunning, priority } = request.body;
      const how = { whileRunning, priority };
      const receipt = await openConversation(request).submit(toSentTurn(request.body), how);
      request.c.set('turn', receipt.turnId);
      return receipt;
    },
  }),
  defineRoute({
    method: 'get',
    path: '/conversations/{flow}/turns/{turnId}/events',
    summary: "Stream a turn's events, from the beginning or after `Last-Event-ID`",
    query: conversationQuery,
    answer: {
      kind: 'events',
      schema: turnEvent,
      says: 'Events of the turn; the stream ends with the turn',
    },
    async handle(request) {
      const turnId = readTurnId(request);
      return sendEvents(request, (options) => openConversation(request).stream(turnId, options));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/conversations/{flow}/turns/{turnId}',
    summary: 'Change the text of a queued message, or how it is sent',
    query: conversationQuery,
    body: z.strictObject({
      whileRunning: z.enum(WHILE_RUNNING).optional().describe('How to send it while another turn runs'),
      text: z.string().optional().describe('Replaces its text. Its files stay'),
    }),
    answer: { kind: 'json', schema: turnReceipt, says: 'The turn in its new place' },
    handle: async (request) => openConversation(request).change(readTurnId(request), request.body),
  }),
  defineRoute({
    method: 'post',
    path: '/conversations/{flow}/turns/{turnId}/cancel',
    summary: 'Cancel a turn, and wait for its end',
    query: conversationQuery,
    answer: { kind: 'json', schema: cancelTurnResult, says: 'The outcome' },
    handle: async (request) => openConversation(request).cancel(readTurnId(request)),
  }),
  defineRoute({
    method: 'post',
    path: '/conversations/{flow}/turns/{turnId}/retry',
    summary: 'Resend a failed or canceled message as a new turn',
    query: conversationQuery,
    body: z.strictObject({
      turnId: z.string().optional().describe('Id of the new turn'),
    }),
    answer: { kind: 'json', schema: turnReceipt, says: 'The new turn', status: 202 },
    async handle(request) {
      const { turnId } = request.body;
      return openConversation(request).retry(readTurnId(request), {
        turnId,
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/conversations/{flow}/turns/{turnId}/drop',
    summary: 'Hide a message and its answer from later turns',
    query: conversationQuery,
    answer: { kind: 'json', schema: dropTurnResult, says: 'The turn of the message' },
    handle: async (request) => openConversation(request).drop(readTurnId(request)),
  }),
  defineRoute({
    method: 'post',
    path: '/conversations/{flow}/turns/{turnId}/restore',
    summary: 'Show a hidden message to later turns again',
    query: conversationQuery,
    answer: { kind: 'json', schema: dropTurnResult, says: 'The turn of the message' },
    handle: async (request) => openConversation(request).restore(readTurnId(request)),
  }),
  defineRoute({
    method: 'put',
    path: '/conversations/{flow}/turns/{turnId}/rating',
    summary: 'Rate an answer',
    query: conversationQuery,
    body: z.strictObject({ rating: z.enum(RATINGS).nullable().describe('Null removes the rating') }),
    async handle(request) {
      await openConversation(request).rate(readTurnId(request), request.body.rating);
    },
  }),
];

export function toSentTurn({ text = '', parts, turnId, data, output }: z.infer<typeof newTurn>): Message {
  const rest = { turnId, data, output };
  return parts ? { ...rest, parts: parts as readonly Part[] } : { ...rest, text };
}

export function readTurnId({
  c,
  path: { turnId = '' },
}: Pick<RestRequest<unknown, unknown>, 'c' | 'path'>): string {
  c.set('turn', turnId);
  return turnId;
}
