import { z } from 'zod';
import { EDGE_EVENTS } from '../../../../flow/definition.js';
import { EXECUTION_STATUSES } from '../../../../flow/execution/status.js';
import { QUEUE_NAMES } from '../../../../protocol/step-queues.js';
import { time } from './time.js';

/** Costs are in USD, as decimals. */
export const budgetView = z.object({
  tokens: z.object({ spent: z.number(), reserved: z.number(), max: z.number().nullable() }),
  cost: z.object({ spent: z.string(), reserved: z.string(), max: z.string().nullable() }),
});

/** An execution for display. Its totals include all sub-executions and are computed from rows, never stored. */
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
  cost: z.string().nullable(),
  unpricedCalls: z.number(),
  compactions: z.number(),
  budget: budgetView.nullable(),
});

const flowEdge = z.object({
  from: z.string(),
  to: z.string(),
  route: z.string().optional(),
  on: z.enum(EDGE_EVENTS).optional(),
});

/** States of a node. Only runs are stored: other nodes are pending, or skipped once the execution has ended. */
export const nodeStatus = z.enum([
  'success',
  'running',
  'failed',
  'cancelled',
  'pending',
  'waiting',
  'skipped',
]);

/** Details beyond the view: how the execution was started, how long it waited, and its nodes. */
export const executionDetails = z.object({
  parentNodeId: z.string().nullable(),
  givenTokens: z.number().nullable(),
  returnedTokens: z.number().nullable(),
  waitedMs: z.number(),
  edges: z.array(flowEdge).readonly(),
  nodes: z.array(
    z.object({
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
      durationMs: z.number(),
      waitedMs: z.number(),
      modelCalls: z.number(),
      inputTokens: z.number(),
      outputTokens: z.number(),
      cost: z.string().nullable(),
      unpricedCalls: z.number(),
      errorType: z.string().nullable(),
      errorMessage: z.string().nullable(),
      itemRuns: z
        .array(
          z.object({
            status: nodeStatus,
            iteration: z.string(),
            startedAt: time,
            finishedAt: time.nullable(),
            errorType: z.string().nullable(),
            errorMessage: z.string().nullable(),
          }),
        )
        .optional(),
    }),
  ),
});

interface ExecutionTreeAnswer extends z.infer<typeof executionView>, z.infer<typeof executionDetails> {
  children: ExecutionTreeAnswer[];
}

/** An execution with its nodes and the executions started by its nodes and tools. */
export const executionTree: z.ZodType<ExecutionTreeAnswer, ExecutionTreeAnswer> = z.object({
  ...executionView.shape,
  ...executionDetails.shape,
  get children() {
    return z.array(executionTree);
  },
});

const valueStart = z.object({ text: z.string(), isCut: z.boolean() });

const nodeValue = z.object({ nodeId: z.string(), iteration: z.string(), value: valueStart.nullable() });

export const nodeWork = z.object({
  nodeId: z.string(),
  kind: z.string(),
  inputs: z.array(nodeValue),
  outputs: z.array(
    z.object({
      nodeId: z.string(),
      iteration: z.string(),
      value: valueStart.nullable(),
      status: nodeStatus,
      errorType: z.string().nullable(),
      errorMessage: z.string().nullable(),
    }),
  ),
});

const modelCallStatus = z.enum(['running', 'completed', 'failed', 'cancelled', 'planned']);

const toolCallView = z.object({
  name: z.string(),
  attempt: z.number(),
  startedAt: time,
  finishedAt: time.nullable(),
});

/** A model call for display, with the tool calls it requested. */
export const modelCallView = z.object({
  step: z.number(),
  nodeId: z.string(),
  stepInNode: z.number(),
  status: modelCallStatus,
  model: z.string(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
  cost: z.string().nullable(),
  finishReason: z.string().nullable(),
  attempt: z.number(),
  failures: z.number(),
  errorType: z.string().nullable(),
  errorMessage: z.string().nullable(),
  firstTokenMs: z.number().nullable(),
  createdAt: time,
  finishedAt: time.nullable(),
  tools: z.array(toolCallView),
});

export const modelCallPurpose = z.enum(['answer', 'compaction', 'placed']);

const queuedStep = z.object({
  text: z.string().nullable(),
  tool: z.string().nullable(),
  queue: z.enum(QUEUE_NAMES),
  ordinal: z.number(),
});

/** The queues of a running agent. */
export const agentQueuesView = z.object({
  nodeId: z.string(),
  iteration: z.string(),
  running: queuedStep.nullable(),
  waiting: z.array(queuedStep).readonly(),
  post: z.number(),
  pre: z.number(),
  todo: z.number(),
});

/** `pending`: more approvers must agree. */
export const answerResult = z.object({
  nodeId: z.string(),
  call: z.string().optional(),
  outcome: z.enum(['cancelled', 'confirmed', 'expired', 'pending']),
  missing: z.number().optional(),
});

export const pushStepResult = z.object({
  accepted: z.boolean(),
  size: z.number(),
  nodeId: z.string(),
  iteration: z.string(),
});

/** An open approval for its approvers. */
export const approval = z.object({
  executionId: z.string(),
  flow: z.string(),
  user: z.string().nullable(),
  nodeId: z.string(),
  iteration: z.string(),
  call: z.string().nullable(),
  toolName: z.string().nullable(),
  prompt: z.string(),
  approvers: z.array(z.string()).nullable(),
  quorum: z.number(),
  askedAt: time,
  expiresAt: time.nullable(),
  input: z.unknown(),
  votes: z.array(z.object({ voter: z.string(), answer: z.string() })),
});

export const approvalPage = z.object({ approvals: z.array(approval), next: z.string().nullable() });

export const compactionStatus = z.enum(['failed', 'adopted', 'skipped', 'not-smaller']);
