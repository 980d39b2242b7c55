import { z } from 'zod';
import { listedBranch } from '../../../views/conversation.js';
import { turnReceipt } from '../../../views/turn.js';
import { openConversation, conversationQuery } from './conversation-key.js';
import { PART_FILES } from './message-part.js';
import { defineRoute, type RestRoute } from './rest-route.js';
import { newTurn, toSentTurn, readTurnId } from './turn-routes.js';

const HERE = '/conversations/{flow}';
const TURN = `${HERE}/turns/{turnId}`;

const id = z.string().optional().describe('Id of the new turn, for idempotency');

export const branchRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: `${HERE}/branches`,
    summary: 'List the branches from regenerated answers and edited messages, oldest first',
    query: conversationQuery,
    answer: {
      kind: 'json',
      schema: z.array(listedBranch),
      says: 'Branches with their start and message count',
    },
    handle: async (request) => openConversation(request).branches(),
  }),
  defineRoute({
    method: 'post',
    path: `${HERE}/branches/{branch}/switch`,
    summary: 'Switch to another branch, after queued messages',
    query: conversationQuery,
    body: z.strictObject({ turnId: id }),
    answer: { kind: 'json', schema: turnReceipt, says: 'The place in the queue', status: 202 },
    handle: async (request) =>
      openConversation(request).switchTo(Number(request.path['branch']), request.body),
  }),
  defineRoute({
    method: 'post',
    path: `${TURN}/regenerate`,
    summary: 'Answer a message again, in a new branch',
    query: conversationQuery,
    body: z.strictObject({
      turnId: id,
      whileRunning: z
        .enum(['queue', 'interrupt'])
        .optional()
        .describe('What happens to a running turn: wait for it, or cancel it'),
    }),
    answer: { kind: 'json', schema: turnReceipt, says: 'The new turn', status: 202 },
    handle: async (request) => openConversation(request).regenerate(readTurnId(request), request.body),
  }),
  defineRoute({
    method: 'post',
    path: `${TURN}/edit`,
    summary: 'Replace a message, in a new branch',
    query: conversationQuery,
    body: newTurn,
    files: PART_FILES,
    answer: { kind: 'json', schema: turnReceipt, says: 'The new turn', status: 202 },
    async handle(request) {
      const { whileRunning } = request.body;
      return openConversation(request).edit(readTurnId(request), toSentTurn(request.body), { whileRunning });
    },
  }),
  defineRoute({
    method: 'post',
    path: `${TURN}/fork`,
    summary: 'Start another conversation with the messages up to a turn',
    query: conversationQuery,
    body: z.strictObject({
      channel: z
        .string()
        .optional()
        .describe('Channel of the new conversation; forking to the same channel is idempotent'),
      user: z
        .string()
        .optional()
        .describe('Owner of the new conversation; administrators may name another user'),
    }),
    answer: {
      kind: 'json',
      schema: z.object({ workflowId: z.string(), channel: z.string() }),
      says: 'The Workflow ID of the fork, and its channel',
      status: 201,
    },
    async handle(request) {
      const { caller, body } = request;
      const { channel, user } = body;
      const isHandedOn = user !== undefined && user !== caller.user;
      // Forks to another user need `everybody`, because the caller's own client is limited to one user.
      const client = isHandedOn ? (caller.everybody ?? caller.client) : caller.client;
      const conversation = openConversation({ ...request, caller: { ...caller, client } });
      const { workflowId } = await conversation.fork({ at: readTurnId(request), channel, user });
      return { workflowId, channel: decodeURIComponent(workflowId.slice(workflowId.lastIndexOf('/') + 1)) };
    },
  }),
];
