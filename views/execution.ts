import { z } from 'zod';
import { EDGE_EVENTS } from '../flow/definition.js';
import { EXECUTION_STATUSES, NODE_STATUSES } from '../flow/execution/execution-status.js';
import { CUT_OFF_REASONS } from '../protocol/finish-reason.js';
import { QUEUE_NAMES } from '../protocol/queued-steps.js';
import { time } from './time.js';
import { usd } from './usd.js';

/** USD, as decimals. `reserved`: what running calls may still spend. */
export const budgetView = z.object({
  tokens: z.object({ spent: z.number(), reserved: z.number(), max: z.number().nullable() }),
  cost: z.object({ spent: z.string(), reserved: z.string(), max: z.string().nullable() }),
});
export type BudgetView = z.infer<typeof budgetView>;

/** Totals include sub-executions. */
export const executionView = z.object({
  executionId: z.string(),
  parentId: z.string().nullable(),
  flow: z.string(),
  flowVersion: z.number(),
  user: z.string().nullable(),
  status: z.enum(EXECUTION_STATUSES),
  createdAt: time,
  finishedAt: time.nullable(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  modelCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  unpricedCalls: z.number(),
  compactions: z.number(),
  budget: budgetView.nullable(),
});
export type ExecutionView = z.infer<typeof executionView>;

export const listedExecution = executionView.extend({
  question: z.string().nullable(),
  subExecutions: z.number(),
});
export type ListedExecution = z.infer<typeof listedExecution>;

export const executionMatches = z.object({
  executions: z.array(listedExecution),
  next: z.string().nullable().describe('`before` of the next page; null if no older execution is left'),
  searchedUntil: time.nullable().describe('Older executions are not searched yet'),
});
export type ExecutionMatches = z.infer<typeof executionMatches>;

export const answeredExecution = executionView.extend({
  answer: z.string().nullable(),
  finishReason: z.enum(CUT_OFF_REASONS).optional().describe('Why the answer is incomplete'),
});
export type AnsweredExecution = z.infer<typeof answeredExecution>;

const flowEdge = z.object({
  from: z.string(),
  to: z.string(),
  route: z.string().optional(),
  on: z.enum(EDGE_EVENTS).optional(),
});

/** A node without a run is `skipped` once the execution has ended. */
export const nodeStatus = z.enum(NODE_STATUSES);

const itemRun = z.object({
  status: nodeStatus,
  iteration: z.string(),
  startedAt: time,
  finishedAt: time.nullable(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
});
export type ItemRun = z.infer<typeof itemRun>;

const nodeView = z.object({
  nodeId: z.string(),
  kind: z.string(),
  label: z.string().nullable(),
  status: nodeStatus,
  loopId: z.string().nullable(),
  runs: z.number(),
  failedRuns: z.number(),
  items: z.object({ done: z.number(), total: z.number() }).nullable(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** Sums all runs without waiting. */
  durationMs: z.number(),
  waitedMs: z.number(),
  modelCalls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  cost: usd,
  unpricedCalls: z.number(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  itemRuns: z.array(itemRun).optional(),
});
export type NodeView = z.infer<typeof nodeView>;

export const executionDetails = z.object({
  parentNodeId: z.string().nullable(),
  givenTokens: z.number().nullable(),
  returnedTokens: z.number().nullable(),
  waitedMs: z.number(),
  edges: z.array(flowEdge).readonly(),
  nodes: z.array(nodeView),
});
export type ExecutionDetails = z.infer<typeof executionDetails>;

export interface ExecutionTree extends ExecutionView, ExecutionDetails {
  children: ExecutionTree[];
}

export const executionTree: z.ZodType<ExecutionTree, ExecutionTree> = z.object({
  ...executionView.shape,
  ...executionDetails.shape,
  get children() {
    return z.array(executionTree);
  },
});

const cutValue = z.object({ text: z.string(), isCut: z.boolean() });

const nodeValue = z.object({
  nodeId: z.string(),
  iteration: z.string(),
  value: cutValue.nullable(),
});
export type NodeValue = z.infer<typeof nodeValue>;

export const nodeWork = z.object({
  nodeId: z.string(),
  kind: z.string(),
  /** The execution's input. `data` is JSON. */
  start: z.object({ text: cutValue.nullable(), data: cutValue.nullable() }),
  inputs: z.array(nodeValue),
  outputs: z.array(
    nodeValue.extend({
      status: nodeStatus,
      errorType: z.string().nullable(),
      errorMessage: z.string().nullable(),
    }),
  ),
  /** The loop's item of the last output. Null outside loops. */
  loopItem: cutValue.nullable(),
});
export type NodeWork = z.infer<typeof nodeWork>;

const queuedStep = z.object({
  /** While the step waits, the text still contains its templates. */
  text: z.string().nullable(),
  tool: z.string().nullable(),
  queue: z.enum(QUEUE_NAMES),
  ordinal: z.number(),
});
export type QueuedStep = z.infer<typeof queuedStep>;

export const agentQueuesView = z.object({
  nodeId: z.string(),
  iteration: z.string(),
  running: queuedStep.nullable(),
  waiting: z.array(queuedStep).readonly(),
  post: z.number(),
  pre: z.number(),
  todo: z.number(),
});
export type AgentQueuesView = z.infer<typeof agentQueuesView>;

export const pushStepResult = z.object({
  accepted: z.boolean(),
  size: z.number(),
  nodeId: z.string(),
  iteration: z.string(),
});
