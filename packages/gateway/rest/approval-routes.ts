import { z } from 'zod';
import { approvalDetails, approvalPage } from '../../../views/approval.js';
import { limit } from './query-fields.js';
import { defineRoute, type RestRoute } from './rest-route.js';
import { sendChanges } from './send-events.js';

export const approvalRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'get',
    path: '/approvals',
    summary: 'List the open approvals that the caller may decide, oldest first',
    query: z.object({
      flow: z.string().optional(),
      user: z.string().min(1).optional().describe('The requesting user'),
      tool: z.string().optional(),
      execution: z.string().optional().describe('Of this execution and its sub-executions'),
      after: z.string().optional().describe('`next` of the previous page'),
      limit: limit(500),
    }),
    answer: { kind: 'json', schema: approvalPage, says: 'A page of approvals' },
    handle: async ({ caller, query }) => caller.client.approvals.list(query),
  }),
  defineRoute({
    method: 'get',
    path: '/approvals/details',
    summary: "Get the JSON Schema of an open approval's input, and the messages before it",
    query: z.object({
      execution: z.string(),
      node: z.string(),
      iteration: z.string().optional().describe('Default: outside loops'),
      call: z.string().optional().describe('The tool call in question, as `3.1`'),
    }),
    answer: { kind: 'json', schema: approvalDetails, says: 'The schema and the messages' },
    handle: async ({ caller, query: { execution: executionId, node: nodeId, ...place } }) =>
      caller.client.approvals.details({ executionId, nodeId, ...place }),
  }),
  defineRoute({
    method: 'get',
    path: '/approvals/changes',
    summary: 'Stream opened and decided approvals, from now on',
    answer: {
      kind: 'changes',
      schema: z.object({ type: z.literal('approvals-changed') }),
      says: 'An event means that the list has changed; the first is sent at once',
    },
    handle: async (request) =>
      sendChanges(request, (options) => request.caller.client.approvals.changes(options)),
  }),
];
