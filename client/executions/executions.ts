import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { PlanSettings } from '../../flow/plan-settings.js';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import { listExecutions, searchExecutions } from '../../store/execution/list-executions.js';
import type {
  ExecutionMatches,
  ListedExecution,
  ExecutionDetails,
  NodeWork,
  ExecutionTree,
  AgentQueuesView,
  AnsweredExecution,
} from '../../views/execution.js';
import { listModelCalls } from '../../store/calls/model-call-views.js';
import type { ModelCallView, CallExplanation, CallPlan } from '../../views/call.js';
import { loadExecutionDetails } from '../../store/nodes/load-execution-details.js';
import { loadNodeWork } from '../../store/nodes/load-node-work.js';
import { listOpenApprovals } from '../../store/nodes/open-approvals.js';
import type { OpenApproval } from '../../views/approval.js';
import type {
  AnswerInput,
  AnswerResult,
  PendingAnswer,
  PushStepInput,
  PushStepResult,
  ToolCallOutput,
  ExecutionUpdates,
} from '../../protocol/messages.js';
import { answerApproval } from './answer-approval.js';
import { Call, type CallOptions } from '../call/call.js';
import { checkLimit } from '../call/check-limit.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import type { ClientContext } from '../client-context.js';
import { NO_DETAILS, readTree } from './execution-tree.js';
import { explainCalls } from '../explain/explain-calls.js';
import { planStoredCall } from '../explain/plan-stored-call.js';
import type { TurnEvent } from '../stream/turn-events.js';
import { hasQuestionFor } from './vote.js';
import { rerunExecution, type RerunOptions } from './rerun-execution.js';
import { readQueues } from './read-queues.js';
import { sendOutput } from './send-output.js';
import { readTrajectory, type TrajectoryOptions } from '../explain/read-trajectory.js';
import type { Trajectory } from '../../views/trajectory.js';
import { streamExecution } from '../stream/stream-turn.js';
import { readWaterfall } from './read-waterfall.js';
import { loadStepWork } from '../../store/calls/load-step-work.js';
import type { StepWork, Waterfall } from '../../views/waterfall.js';
import { executionNotFound } from '../execution-not-found.js';
import { ExecutionLookup, nodeNotFound, stepNotFound } from './execution-lookup.js';
import { startExecution, type StartedRun, type StartExecution } from './start-execution.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import { ThreadlineError } from '../threadline-error.js';

const PUSH_STEP = 'pushStep' satisfies keyof ExecutionUpdates;

export type { StartedRun, StartExecution };

/**
 * Methods throw `Client.Unavailable`, `Client.OutcomeOpen`, and `Client.NotFound` for an unknown id or
 * another user's execution.
 */
export interface Executions {
  /**
   * Starts a flow outside a conversation. Throws `Turn.Conflict` if the id was used with other input, and
   * `Execution.IdTaken` if another owner has it. After concurrent starts, `result` may throw these instead.
   */
  start<Schema extends OutputSchema | undefined = undefined>(
    input: StartExecution<Schema>,
  ): Promise<StartedRun<Schema>>;
  /** Includes the answer. */
  get(executionId: string): Promise<AnsweredExecution>;
  /** The nodes, and how the execution was started. `hasItems` works as in `tree`. */
  details(executionId: string, options?: CallOptions & { hasItems?: boolean }): Promise<ExecutionDetails>;
  /** Inputs and outputs: the last 100 runs, 20,000 characters of each value. */
  node(executionId: string, nodeId: string): Promise<NodeWork>;
  /** In order. */
  calls(executionId: string): Promise<ModelCallView[]>;
  /** Shows what was sent and omitted for one call, an execution, or a conversation's latest turn. */
  explain(id: string): Promise<CallExplanation[]>;
  /**
   * Plans a stored call with other settings and compares what is sent, omitted and paid. Throws
   * `Client.InvalidPlan` for invalid settings, removed rows, or a client without `planner`.
   */
  planCall(callId: string, settings: PlanSettings): Promise<CallPlan>;
  /** Shows what agents did and why, with sub-executions. */
  trajectory(id: string, options?: TrajectoryOptions): Promise<Trajectory>;
  /** Streams events as a conversation does. */
  stream(
    executionId: string,
    options?: CallOptions & { from?: string; signal?: AbortSignal; hasNodes?: boolean },
  ): AsyncGenerator<TurnEvent, void, void>;
  /**
   * An execution with its sub-executions, or a conversation's latest turns. `hasItems` lists up to 1,000 loop
   * runs.
   */
  tree(id: string, options?: CallOptions & { hasItems?: boolean }): Promise<ExecutionTree[]>;
  /**
   * An execution and its sub-executions on one time axis. `limit` defaults to 1,000.
   * Only the first page of a running execution includes pending Activities. Throws `Client.InvalidCursor`.
   */
  waterfall(executionId: string, page?: CallOptions & { after?: string; limit?: number }): Promise<Waterfall>;
  /** A model call's text and its tool calls' inputs and outputs: 20,000 characters of each. */
  step(executionId: string, step: number): Promise<StepWork>;
  /** Oldest first. */
  waiting(
    filter?: CallOptions & {
      user?: string;
      /** Includes sub-executions. */
      flows?: readonly string[];
      limit?: number;
    },
  ): Promise<OpenApproval[]>;
  /**
   * Answers a question, or sends a page tool's output. The first answer counts; `pending`: more approvers
   * must agree. Approvers may answer other users' questions. Throws `Approval.NotWaiting`,
   * `Approval.NotPermitted` or `Approval.InvalidAnswer`.
   */
  answer(
    executionId: string,
    answer: (AnswerInput | ToolCallOutput) & CallOptions,
  ): Promise<AnswerResult | PendingAnswer>;
  /**
   * Queues a step for a running agent. Idempotent by `id`, until a reset or continue-as-new. Dropped if the
   * main loop fails or is canceled first. Throws `Execution.NotRunning`, `Execution.SeveralRunning` or
   * `Execution.InvalidStep`.
   */
  pushStep(executionId: string, step: PushStepInput & CallOptions & { id?: string }): Promise<PushStepResult>;
  /** Empty once the execution has ended. */
  queues(executionId: string): Promise<AgentQueuesView[]>;
  /** Also cancels sub-executions. Does nothing after the end. */
  cancel(executionId: string): Promise<void>;
  /**
   * Runs an ended execution again with the flow's current version, from the start or a node. The new id
   * contains the first one. A failed or canceled turn is retried in its conversation. Throws
   * `Execution.NotRepeatable`, and the errors of `start` and `retry`.
   */
  rerun(executionId: string, options?: RerunOptions): Promise<{ executionId: string }>;
  /** Newest first. `limit` defaults to 50. Throws `Client.InvalidCursor`. */
  list(
    filter?: CallOptions & {
      user?: string;
      flow?: string;
      /** Includes sub-executions. */
      flows?: readonly string[];
      status?: ExecutionStatus;
      /** As passed to `start`. Turns and sub-executions never match. */
      id?: string;
      /** Inclusive. */
      since?: Date;
      /** Exclusive. */
      until?: Date;
      isRoot?: boolean;
      /** Only those that this one started directly. */
      parent?: string;
      /** Includes reruns of reruns. */
      rerunOf?: string;
      /** The last `executionId` of the previous page, or its `next`. */
      before?: string;
      limit?: number;
    },
  ): Promise<ListedExecution[]>;
  /**
   * Lists by text or cost (in USD, including sub-executions). The text may be part of the question, error, flow or id. One
   * page searches 10,000 executions, or 2,000 by cost, so it may be short or empty: `next` as `before` continues. Throws
   * `Client.InvalidCursor`.
   */
  search(
    filter?: NonNullable<Parameters<Executions['list']>[0]> & { text?: string; minCost?: number },
  ): Promise<ExecutionMatches>;
}

const DEFAULT_LIMIT = 50;

export function createExecutions(context: ClientContext): Executions {
  const lookup = new ExecutionLookup(context);
  return {
    ...actingMethods(context, lookup),
    ...readingMethods(context, lookup),
    ...listingMethods(context),
    ...waterfallMethods(context, lookup),
  };
}

function actingMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Pick<Executions, 'start' | 'answer' | 'pushStep' | 'cancel' | 'rerun'> {
  return {
    start: (input) => startExecution(context, input),
    async answer(executionId, { timeoutMs, ...answer }) {
      const call = new Call(context, { timeoutMs });
      if ('answer' in answer) {
        // Approvers may answer questions of executions that they cannot read.
        if (!(await call.read(() => hasQuestionFor(context, executionId))))
          await lookup.find(executionId, call);
        return answerApproval({ context, call }, { ...answer, executionId });
      }
      await lookup.find(executionId, call);
      return sendOutput({ context, call }, { ...answer, executionId });
    },
    async pushStep(executionId, { timeoutMs, id = randomUUID(), ...step }) {
      const call = new Call(context, { timeoutMs, retryId: id });
      await lookup.find(executionId, call);
      return pushStep({ context, call }, { ...step, id, executionId });
    },
    async rerun(executionId, options = {}) {
      const { executionId: id } = await rerunExecution({ context, lookup }, executionId, options);
      return { executionId: id };
    },
    async cancel(executionId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      await call.send(() => cancelWorkflow(context.temporal, executionId));
    },
  };
}

function readingMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Omit<
  Executions,
  keyof ReturnType<typeof actingMethods> | keyof ReturnType<typeof listingMethods> | 'waterfall' | 'step'
> {
  const { db, user } = context;
  return {
    get: (executionId) => lookup.find(executionId),
    async details(executionId, { timeoutMs, hasItems } = {}) {
      const call = new Call(context, { timeoutMs });
      await lookup.find(executionId, call);
      const details = await call.read(() =>
        loadExecutionDetails(db, { executionIds: [executionId], hasItems }),
      );
      return details.get(executionId) ?? NO_DETAILS;
    },
    async node(executionId, nodeId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      const work = await call.read(() => loadNodeWork(db, { executionId, nodeId }));
      if (!work) throw nodeNotFound(executionId, nodeId);
      return work;
    },
    async calls(executionId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      return call.read(() => listModelCalls(db, executionId));
    },
    explain: (id) => explainCalls(context, id),
    planCall: (id, settings) => planStoredCall(context, { id, settings }),
    trajectory: (id, options) => readTrajectory(context, { ...options, id }),
    stream: (executionId, options) =>
      streamExecution(context, {
        executionId,
        ...options,
        check: (call) => lookup.checkStreamable(executionId, call),
        whenMissing: (call) => lookup.checkWorkflowIsOpen(executionId, call),
      }),
    async tree(id, { timeoutMs, hasItems } = {}) {
      const call = new Call(context, { timeoutMs });
      const trees = await call.read(() => readTree(db, { id, user, hasItems }));
      if (trees.length === 0) throw executionNotFound(id);
      return trees;
    },
    async queues(executionId) {
      const call = new Call(context);
      return readQueues({ context, call }, await lookup.find(executionId, call));
    },
  };
}

function listingMethods(context: ClientContext): Pick<Executions, 'waiting' | 'list' | 'search'> {
  const { db, user } = context;
  return {
    waiting: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      new Call(context, { timeoutMs }).read(() =>
        listOpenApprovals(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
      ),
    list: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      orInvalidCursor(() =>
        new Call(context, { timeoutMs }).read(() =>
          listExecutions(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
        ),
      ),
    search: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      orInvalidCursor(() =>
        new Call(context, { timeoutMs }).read(() =>
          searchExecutions(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
        ),
      ),
  };
}

function waterfallMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Pick<Executions, 'waterfall' | 'step'> {
  return {
    waterfall: (executionId, page) => readWaterfall(context, { ...page, executionId }),
    async step(executionId, step) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      const work = await call.read(() => loadStepWork(context.db, { executionId, step }));
      if (!work) throw stepNotFound(executionId, step);
      return work;
    },
  };
}

async function cancelWorkflow(temporal: ClientContext['temporal'], executionId: string): Promise<void> {
  try {
    await temporal.workflow.getHandle(executionId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

function pushStep(
  { context: { temporal }, call }: { context: Pick<ClientContext, 'temporal'>; call: Call },
  { executionId, id, ...input }: PushStepInput & { executionId: string; id: string },
): Promise<PushStepResult> {
  const handle = temporal.workflow.getHandle(executionId);
  return call.send(async () => {
    try {
      return await handle.executeUpdate<PushStepResult, [PushStepInput]>(PUSH_STEP, {
        args: [input],
        updateId: id,
      });
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || updateFailureType(error) === ACCEPTED_BY_ENDED)
        throw ended(executionId, error);
      throw error;
    }
  });
}

function ended(executionId: string, cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Execution.NotRunning',
    `Execution '${executionId.slice(0, 200)}' has ended and accepts no steps`,
    { cause },
  );
}
