import { z } from 'zod';
import { EXECUTION_STATUSES } from '../../flow/execution/status.js';
import { STEP_TIMES } from '../../protocol/step-queues.js';
import type { AnswerInput, PushStepInput } from '../../protocol/messages.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import type { StartExecution } from '../../client/executions/executions.js';
import { hasTextOrParts, messagePart, TEXT_OR_PARTS } from './message-part.js';
import { limit, time } from './query-fields.js';
import { defineRoute, type RestRequest, type RestRoute } from './rest-route.js';
import { sendEvents } from './send-events.js';

const ONE = '/executions/{executionId}';

const newExecution = z
  .strictObject({
    flow: z.string(),
    text: z.string().optional(),
    parts: z.array(messagePart).optional().describe('Texts, pictures and files instead of a text'),
    data: z.json().optional().describe('Templates find it under `trigger.data`'),
    trigger: z.string().optional(),
    id: z.string().optional().describe('Starting the same id again is starting it once'),
  })
  .refine(hasTextOrParts, TEXT_OR_PARTS);

const answer = z.strictObject({
  answer: z.union([z.string(), z.record(z.string(), z.json())]),
  nodeId: z.string().optional(),
  iteration: z.string().optional(),
  call: z.string().optional().describe('The tool call that is asked about, as `3.1`'),
});

const step = z.strictObject({
  text: z.string(),
  when: z.enum(STEP_TIMES).optional(),
  nodeId: z.string().optional(),
  iteration: z.string().optional(),
  id: z.string().optional().describe('Pushing the same id again is pushing it once'),
});

/** Starting flows, and following what runs or ran. An execution's id is its Workflow ID, percent-encoded as one part. */
export const executionRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/executions',
    summary: 'Start a flow outside a conversation',
    body: newExecution,
    answer: { kind: 'json', says: 'The id of the execution', status: 202 },
    async handle({ caller, body }) {
      const { executionId } = await caller.client.executions.start(body as StartExecution);
      return { executionId };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/executions',
    summary: 'What runs or ran, newest first',
    query: z.object({
      flow: z.string().optional(),
      status: z.enum(EXECUTION_STATUSES).optional(),
      since: time.optional().describe('Those that began then or later'),
      until: time.optional().describe('Those that began before'),
      minCost: z.coerce
        .number()
        .min(0)
        .optional()
        .describe('USD with all below it, at least; among the newest 2,000 that match the rest'),
      user: z.string().min(1).optional().describe("Administrators alone: this user's"),
      everybody: z.stringbool().optional().describe("Administrators alone: all users'"),
      limit: limit(500),
    }),
    answer: { kind: 'json', says: 'Executions, turns of conversations too' },
    async handle({ caller, query: { everybody = false, limit: most = 50, ...filter } }) {
      const asksOthers = everybody || (filter.user !== undefined && filter.user !== caller.user);
      const asked = asksOthers ? caller.everybody : caller.client;
      if (asked === undefined)
        throw new ThreadlineError('Client.NotFound', 'Only administrators see executions of other users');
      return asked.executions.list({ ...filter, limit: most } as { limit: number });
    },
  }),
  read('', 'An execution and its answer', 'How it stands', ({ caller }, id) =>
    caller.client.executions.get(id),
  ),
  read('/details', 'Its nodes, and how it was started', 'Nodes with what they gave', ({ caller }, id) =>
    caller.client.executions.details(id),
  ),
  read(
    '/tree',
    'It with all below it, or the latest turns of a conversation',
    'Executions with their nodes',
    ({ caller }, id) => caller.client.executions.tree(id),
  ),
  read(
    '/nodes/{nodeId}',
    'What came to a node of it, and what it gave',
    'The beginnings of the values',
    ({ caller, path: { nodeId = '' } }, id) => caller.client.executions.node(id, nodeId),
  ),
  read('/calls', 'Its model calls', 'Calls with their usage and cost', ({ caller }, id) =>
    caller.client.executions.calls(id),
  ),
  read(
    '/explanation',
    'What its model calls were sent and what was left out',
    'Calls with their contexts',
    ({ caller }, id) => caller.client.executions.explain(id),
  ),
  read('/trajectory', 'What its agents did and why', 'The graph of each agent', ({ caller }, id) =>
    caller.client.executions.trajectory(id),
  ),
  read('/queues', 'The queues of its agents at work', 'Queues; none once it has ended', ({ caller }, id) =>
    caller.client.executions.queues(id),
  ),
  defineRoute({
    method: 'get',
    path: `${ONE}/events`,
    summary: 'Stream its events, from the beginning or after `Last-Event-ID`',
    query: z.object({ nodes: z.stringbool().optional().describe('Tells how nodes stand, too') }),
    answer: { kind: 'events', says: 'One event each; the stream ends with the execution' },
    handle: async (request) =>
      sendEvents(request, (options) =>
        request.caller.client.executions.stream(readId(request), {
          ...options,
          hasNodes: request.query.nodes === true,
        }),
      ),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/cancel`,
    summary: 'Cancel it and all below it',
    handle: async (request) => request.caller.client.executions.cancel(readId(request)),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/answer`,
    summary: 'Answer a question that it asks',
    body: answer,
    answer: { kind: 'json', says: 'What it came to' },
    handle: async (request) =>
      request.caller.client.executions.answer(readId(request), request.body as AnswerInput),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/steps`,
    summary: 'Give an agent of it that is at work one more step',
    body: step,
    answer: { kind: 'json', says: 'Whether it was taken, and how many wait', status: 202 },
    handle: async (request) =>
      request.caller.client.executions.pushStep(
        readId(request),
        request.body as PushStepInput & { id?: string },
      ),
  }),
  defineRoute({
    method: 'get',
    path: '/questions',
    summary: 'Questions that wait for an answer, those asked first first',
    query: z.object({ limit: limit(500) }),
    answer: { kind: 'json', says: 'Each with its execution and node' },
    handle: async ({ caller, query }) => caller.client.executions.waiting({ limit: query.limit ?? 50 }),
  }),
];

/** A route that reads something of one execution. */
function read(
  path: string,
  summary: string,
  says: string,
  handle: (request: RestRequest<undefined, undefined>, id: string) => Promise<unknown>,
): RestRoute {
  return defineRoute({
    method: 'get',
    path: `${ONE}${path}`,
    summary,
    answer: { kind: 'json', says },
    handle: (request) => handle(request, readId(request)),
  });
}

function readId({ path: { executionId = '' } }: Pick<RestRequest<unknown, unknown>, 'path'>): string {
  return executionId;
}
