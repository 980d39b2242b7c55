import { z } from 'zod';
import { EXECUTION_STATUSES } from '../../../flow/execution/status.js';
import { CUT_OFF_REASONS } from '../../../protocol/finish-reason.js';
import { STEP_TIMES } from '../../../protocol/step-queues.js';
import type { AnswerInput, PushStepInput } from '../../../protocol/messages.js';
import type { Executions, StartExecution } from '../../../client/executions/executions.js';
import {
  executionView,
  executionDetails,
  executionTree,
  nodeWork,
  modelCallView,
  agentQueuesView,
  answerResult,
  pushStepResult,
} from './answers/execution-answers.js';
import { callExplanation } from './answers/explanation-answers.js';
import { trajectory } from './answers/trajectory-answers.js';
import { turnEvent } from './answers/event-answers.js';
import { hasTextOrParts, messagePart, TEXT_OR_PARTS, PART_FILES } from './message-part.js';
import { everybodyQuery, readExecutions } from './read-executions.js';
import { limit, time } from './query-fields.js';
import { defineRoute, type AnswerKind, type Given, type RestRequest, type RestRoute } from './rest-route.js';
import { sendEvents } from './send-events.js';

const ONE = '/executions/{executionId}';

const newExecution = z
  .strictObject({
    flow: z.string(),
    text: z.string().optional(),
    parts: z.array(messagePart).optional().describe('Texts, pictures and files instead of a text'),
    data: z.unknown().optional().describe('Templates find it under `trigger.data`'),
    trigger: z.string().optional(),
    id: z.string().optional().describe('Starting the same id again is starting it once'),
  })
  .refine(hasTextOrParts, TEXT_OR_PARTS);

const answer = z.strictObject({
  answer: z.union([z.string(), z.record(z.string(), z.unknown())]),
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

/** Start executions, and follow them. An execution's id is its Workflow ID, percent-encoded as one path segment. */
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
    answer: { kind: 'json', schema: z.array(executionView), says: 'Executions, turns of conversations too' },
    async handle({ caller, query: { everybody = false, limit: most = 50, ...filter } }) {
      const asksOthers = everybody || (filter.user !== undefined && filter.user !== caller.user);
      return readExecutions(caller, asksOthers).list({ ...filter, limit: most } as { limit: number });
    },
  }),
  read({
    path: '',
    summary: 'An execution and its answer',
    answer: {
      kind: 'json',
      schema: executionView.extend({
        answer: z.string().nullable(),
        finishReason: z.enum(CUT_OFF_REASONS).optional().describe('Why the answer is not whole'),
      }),
      says: 'How it stands',
    },
    handle: (executions, id) => executions.get(id),
  }),
  read({
    path: '/details',
    summary: 'Its nodes, and how it was started',
    answer: { kind: 'json', schema: executionDetails, says: 'Nodes with what they gave' },
    handle: (executions, id) => executions.details(id),
  }),
  read({
    path: '/tree',
    summary: 'It with all below it, or the latest turns of a conversation',
    answer: { kind: 'json', schema: z.array(executionTree), says: 'Executions with their nodes' },
    handle: (executions, id) => executions.tree(id),
  }),
  read({
    path: '/nodes/{nodeId}',
    summary: 'What came to a node of it, and what it gave',
    answer: { kind: 'json', schema: nodeWork, says: 'The beginnings of the values' },
    handle: (executions, id, { nodeId = '' }) => executions.node(id, nodeId),
  }),
  read({
    path: '/calls',
    summary: 'Its model calls',
    answer: { kind: 'json', schema: z.array(modelCallView), says: 'Calls with their usage and cost' },
    handle: (executions, id) => executions.calls(id),
  }),
  read({
    path: '/explanation',
    summary: 'What its model calls were sent and what was left out',
    answer: { kind: 'json', schema: z.array(callExplanation), says: 'Calls with their contexts' },
    handle: (executions, id) => executions.explain(id),
  }),
  read({
    path: '/trajectory',
    summary: 'What its agents did and why',
    answer: { kind: 'json', schema: trajectory, says: 'The graph of each agent' },
    handle: (executions, id) => executions.trajectory(id),
  }),
  read({
    path: '/queues',
    summary: 'The queues of its agents at work',
    answer: { kind: 'json', schema: z.array(agentQueuesView), says: 'Queues; none once it has ended' },
    handle: (executions, id) => executions.queues(id),
  }),
  defineRoute({
    method: 'get',
    path: `${ONE}/events`,
    summary: 'Stream its events, from the beginning or after `Last-Event-ID`',
    query: everybodyQuery.extend({
      nodes: z.stringbool().optional().describe('Reports the states of nodes, too'),
    }),
    answer: { kind: 'events', schema: turnEvent, says: 'One event each; the stream ends with the execution' },
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
    summary: 'Cancel it and all below it',
    handle: async (request) => request.caller.client.executions.cancel(readId(request)),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/answer`,
    summary: 'Answer a question that it asks',
    body: answer,
    answer: { kind: 'json', schema: answerResult, says: 'What it came to' },
    handle: async (request) =>
      request.caller.client.executions.answer(readId(request), request.body as AnswerInput),
  }),
  defineRoute({
    method: 'post',
    path: `${ONE}/steps`,
    summary: 'Give an agent of it that is at work one more step',
    body: step,
    answer: {
      kind: 'json',
      schema: pushStepResult,
      says: 'Whether it was taken, and how many wait',
      status: 202,
    },
    handle: async (request) =>
      request.caller.client.executions.pushStep(
        readId(request),
        request.body as PushStepInput & { id?: string },
      ),
  }),
];

function read<Answer extends AnswerKind>({
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
  ) => Promise<Given<Answer>>;
}): RestRoute {
  return defineRoute({
    ...described,
    method: 'get',
    path: `${ONE}${path}`,
    query: everybodyQuery,
    handle: async ({ caller, query, path: names }) =>
      handle(readExecutions(caller, query.everybody === true), readId({ path: names }), names),
  });
}

function readId({ path: { executionId = '' } }: Pick<RestRequest<unknown, unknown>, 'path'>): string {
  return executionId;
}
