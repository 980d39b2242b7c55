import { z } from 'zod';
import { STEP_TIMES } from '../../../protocol/queued-steps.js';
import type { AnswerInput, PushStepInput } from '../../../protocol/messages.js';
import type { RerunOptions } from '../../../client/executions/rerun-execution.js';
import type { Executions, StartExecution } from '../../../client/executions/executions.js';
import {
  executionMatches,
  listedExecution,
  executionDetails,
  executionTree,
  answeredExecution,
  nodeWork,
  agentQueuesView,
  pushStepResult,
} from '../../../views/execution.js';
import { answerResult } from '../../../views/approval.js';
import { modelCallView, callExplanation } from '../../../views/call.js';
import { trajectory } from '../../../views/trajectory.js';
import { stepWork, waterfall } from '../../../views/waterfall.js';
import { turnEvent } from '../../../views/event.js';
import { hasTextOrParts, messagePart, TEXT_OR_PARTS, PART_FILES } from './message-part.js';
import { everybodyQuery, listQuery, readExecutions, readListed } from './read-executions.js';
import { limit, priority } from './query-fields.js';
import {
  defineRoute,
  type AnswerKind,
  type Described,
  type HandlerResult,
  type RestRequest,
  type RestRoute,
} from './rest-route.js';
import { sendEvents } from './send-events.js';

const ONE = '/executions/{executionId}';

const newExecution = z
  .strictObject({
    flow: z.string(),
    text: z.string().optional(),
    parts: z.array(messagePart).optional().describe('Texts, images and files instead of a text'),
    data: z.unknown().optional().describe('Available to templates as `trigger.data`'),
    trigger: z.string().optional(),
    id: z.string().optional().describe('Makes starting idempotent'),
    priority,
  })
  .refine(hasTextOrParts, TEXT_OR_PARTS);

const answer = z.strictObject({
  answer: z.union([z.string(), z.record(z.string(), z.unknown())]),
  nodeId: z.string().optional(),
  iteration: z.string().optional(),
  call: z.string().optional().describe('The tool call in question, as `3.1`'),
});

const rerun = z.strictObject({
  id: z.string().optional().describe('Makes rerunning idempotent'),
  text: z.string().optional().describe('Another text'),
  data: z.unknown().optional().describe('Other values for `trigger.data`'),
  from: z
    .string()
    .optional()
    .describe(
      'The first node to run again, outside loops; the nodes before and beside it keep their outputs',
    ),
  outputs: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('With `from`: other outputs of nodes before it, by node'),
});

const step = z.strictObject({
  text: z.string(),
  when: z.enum(STEP_TIMES).optional(),
  nodeId: z.string().optional(),
  iteration: z.string().optional(),
  id: z.string().optional().describe('Makes pushing idempotent'),
});

/** An id is a Workflow ID, percent-encoded as one path segment. */
export const executionRoutes: readonly RestRoute[] = [
  defineRoute({
    method: 'post',
    path: '/executions',
    summary: 'Start a flow outside a conversation',
    body: newExecution,
    files: PART_FILES,
    answer: {
      kind: 'json',
      schema: z.object({ executionId: z.string() }),
      says: 'The id of the execution',
      status: 202,
    },
    async handle({ caller, body }) {
      const { executionId } = await caller.client.executions.start(body as StartExecution);
      return { executionId };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/executions',
    summary: 'List executions, newest first',
    query: listQuery,
    answer: {
      kind: 'json',
      schema: z.array(listedExecution),
      says: 'Executions, including turns of conversations',
    },
    handle: async ({ caller, query }) => {
      const { executions, filter } = readListed(caller, query);
      return executions.list(filter);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/executions/search',
    summary: 'Search executions by text or cost, newest first',
    query: listQuery.extend({
      text: z.string().min(1).max(200).optional().describe('Part of the question, error, flow or id'),
      minCost: z
        .string()
        .regex(/^\d{1,9}(\.\d{1,12})?$/, 'it must be a number')
        .transform(Number)
        .meta({ type: 'number' })
        .optional()
        .describe('Minimum USD, including sub-executions'),
    }),
    answer: {
      kind: 'json',
      schema: executionMatches,
      says: 'A page, which ends after 10,000 searched executions, or 2,000 with `minCost`',
    },
    handle: async ({ caller, query }) => {
      const { executions, filter } = readListed(caller, query);
      return executions.search(filter);
    },
  }),
  read({
    path: '',
    summary: 'Get an execution and its answer',
    answer: {
      kind: 'json',
      schema: answeredExecution,
      says: 'The execution',
    },
    handle: (executions, id) => executions.get(id),
  }),
  read({
    path: '/details',
    summary: 'Get its nodes, and how it was started',
    answer: { kind: 'json', schema: executionDetails, says: 'Nodes with their outputs' },
    handle: (executions, id) => executions.details(id),
  }),
  read({
    path: '/tree',
    summary: 'Get it with its sub-executions, or the latest turns of a conversation',
    answer: { kind: 'json', schema: z.array(executionTree), says: 'Executions with their nodes' },
    handle: (executions, id) => executions.tree(id),
  }),
  read({
    path: '/nodes/{nodeId}',
    summary: 'Get the inputs and outputs of a node',
    answer: { kind: 'json', schema: nodeWork, says: 'Truncated values' },
    handle: (executions, id, { nodeId = '' }) => executions.node(id, nodeId),
  }),
  defineRoute({
    method: 'get',
    path: `${ONE}/waterfall`,
    summary: 'List what it and its sub-executions did, on one time axis',
    query: everybodyQuery.extend({
      after: z.string().optional().describe('`next` of the previous page'),
      limit: limit(1_000),
    }),
    answer: { kind: 'json', schema: waterfall, says: 'A page of rows, parents before their children' },
    handle: async (request) =>
      readExecutions(request.caller, request.query.everybody === true).waterfall(readId(request), {
        after: request.query.after,
        limit: request.query.limit,
      } as { after?: string; limit: number }),
  }),
  read({
    path: '/steps/{step}',
    summary: 'Get the text of a model call, and the inputs and outputs of its tool calls',
    answer: { kind: 'json', schema: stepWork, says: 'Truncated values' },
    handle: (executions, id, { step = '' }) => executions.step(id, readStep(step)),
  }),
  read({
    path: '/calls',
    summary: 'List its model calls',
    answer: { kind: 'json', schema: z.array(modelCallView), says: 'Calls with their usage and cost' },
    handle: (executions, id) => executions.calls(id),
  }),
  read({
    path: '/explanation',
    summary: 'Explain what its model calls were sent, and what was omitted',
    answer: { kind: 'json', schema: z.array(callExplanation), says: 'Calls with their contexts' },
    handle: (executions, id) => executions.explain(id),
  }),
  read({
    path: '/trajectory',
    summary: 'Get what its agents did and why',
    answer: { kind: 'json', schema: trajectory, says: 'The graph of each agent' },
    handle: (executions, id) => executions.trajectory(id),
  }),
  read({
    path: '/queues',
    summary: 'List the queues of its running agents',
    answer: { kind: 'json', schema: z.array(agentQueuesView), says: 'Queues; empty once it has ended' },
    handle: (executions, id) => executions.queues(id),
  }),
  defineRoute({
    method: 'get',
    path: `${ONE}/events`,
    summary: 'Stream its events, from the beginning or after `Last-Event-ID`',
    query: everybodyQuery.extend({
      nodes: z.stringbool().optional().describe('Also report node states'),
    }),
    answer: { kind: 'events', schema: turnEvent, says: 'Events; the stream ends with the execution' },
    handle: async (request) =>
      sendEvents(request, (options) =>
        readExecutions(request.caller, request.query.everybody === true).stream(readId(request), {
          ...options,
          hasNodes: request.query.nodes === true,
        }),
      ),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/cancel`,
    summary: 'Cancel it and its sub-executions',
    handle: async (request) => request.caller.client.executions.cancel(readId(request)),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/rerun`,
    summary: 'Run it again, as a whole or from a node; retry a turn in its conversation',
    body: rerun,
    answer: {
      kind: 'json',
      schema: z.object({ executionId: z.string() }),
      says: 'The id of the new execution, which names the first one',
      status: 202,
    },
    handle: async (request) =>
      request.caller.client.executions.rerun(readId(request), request.body as RerunOptions),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/answer`,
    summary: 'Answer a question',
    body: answer,
    answer: { kind: 'json', schema: answerResult, says: 'The outcome' },
    // A union in the client is one object on the wire.
    handle: async (request): Promise<z.infer<typeof answerResult>> =>
      request.caller.client.executions.answer(readId(request), request.body as AnswerInput),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/steps`,
    summary: 'Push a step to a running agent',
    body: step,
    answer: {
      kind: 'json',
      schema: pushStepResult,
      says: "Whether it was accepted, and the queue's length",
      status: 202,
    },
    handle: async (request) =>
      request.caller.client.executions.pushStep(
        readId(request),
        request.body as PushStepInput & { id?: string },
      ),
  }),
];

function read<Answer extends AnswerKind, Returned extends HandlerResult<Answer>>({
  path,
  handle,
  ...described
}: {
  path: string;
  summary: string;
  answer: Answer;
  handle: (
    executions: Executions,
    id: string,
    path: RestRequest<unknown, unknown>['path'],
  ) => Promise<Returned>;
} & Described<Answer, Returned>): RestRoute {
  return {
    ...described,
    method: 'get',
    path: `${ONE}${path}`,
    query: everybodyQuery,
    async handle({ caller, query, path: names }) {
      // Parsed by the schema above.
      const { everybody } = query as z.infer<typeof everybodyQuery>;
      return handle(readExecutions(caller, everybody === true), readId({ path: names }), names);
    },
  };
}

function readId({ path: { executionId = '' } }: Pick<RestRequest<unknown, unknown>, 'path'>): string {
  return executionId;
}

function readStep(step: string): number {
  return /^\d{1,12}$/.test(step) ? Number(step) : 0;
}
