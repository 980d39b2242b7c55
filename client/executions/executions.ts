import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { PlanSettings } from '../../flow/schema/plan-settings.js';
import type { ExecutionStatus } from '../../flow/execution/status.js';
import { listExecutions } from '../../store/execution/execution-views.js';
import type {
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
import type { ClientContext } from '../client-context.js';
import { NO_DETAILS, readTree } from './execution-tree.js';
import { explainCalls } from '../explain/explain-calls.js';
import { planCall } from '../explain/plan-call.js';
import type { TurnEvent } from '../stream/stream-events.js';
import { hasQuestionFor } from './vote.js';
import { readQueues } from './read-queues.js';
import { sendOutput } from './send-output.js';
import { readTrajectory, type TrajectoryOptions } from '../explain/read-trajectory.js';
import type { Trajectory } from '../../views/trajectory.js';
import { streamExecution } from '../stream/stream-turn.js';
import { readWaterfall } from './read-waterfall.js';
import { loadStepWork } from '../../store/calls/load-step-work.js';
import type { StepWork, Waterfall } from '../../views/waterfall.js';
import { ExecutionLookup, executionNotFound, nodeNotFound, stepNotFound } from './execution-lookup.js';
import { startExecution, type StartedRun, type StartExecution } from './start-execution.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import { ThreadlineError } from '../threadline-error.js';

const PUSH_STEP = 'pushStep' satisfies keyof ExecutionUpdates;

export type { StartedRun, StartExecution };

/**
 * Executions, inside and outside conversations. If Temporal, Postgres or the workers do not answer in time,
 * methods throw `Client.Unavailable` or `Client.OutcomeOpen`.
 */
export interface Executions {
  /**
   * Starts a flow outside a conversation. `result` waits for the answer, and `object` for the object
   * requested by `output`; both throw the execution's failure, or `Execution.Cancelled`. Throws
   * `Turn.Conflict` for an id used with another flow, text, trigger, data or output, also by a concurrent
   * start, and `Execution.IdTaken` for another owner's id; if two owners start the same id concurrently,
   * `result` throws it.
   */
  start<Schema extends OutputSchema | undefined = undefined>(
    input: StartExecution<Schema>,
  ): Promise<StartedRun<Schema>>;
  /** Returns an execution with its answer. Throws `Client.NotFound`. */
  get(executionId: string): Promise<AnsweredExecution>;
  /**
   * Returns the execution's nodes, and how it was started; `hasItems` works as in `tree`. Throws
   * `Client.NotFound`.
   */
  details(executionId: string, options?: CallOptions & { hasItems?: boolean }): Promise<ExecutionDetails>;
  /**
   * Returns the inputs and outputs of a node: the last 100 runs, 20,000 characters of each value. Throws
   * `Client.NotFound`.
   */
  node(executionId: string, nodeId: string): Promise<NodeWork>;
  /** Lists the model calls in order. Throws `Client.NotFound`. */
  calls(executionId: string): Promise<ModelCallView[]>;
  /**
   * Explains what model calls were sent and what was omitted, by which rule: for one call, an execution in
   * order, or a conversation's latest turn. Throws `Client.NotFound`.
   */
  explain(id: string): Promise<CallExplanation[]>;
  /**
   * Plans a stored call again with other settings, without calling a model: compares what would be sent,
   * omitted by rule and paid with the original. Ignores later messages. Throws `Client.NotFound`, and
   * `Client.InvalidPlan` for invalid settings or removed rows, or if the client has no `planner`.
   */
  planCall(callId: string, settings: PlanSettings): Promise<CallPlan>;
  /**
   * Returns what agents did and why, in a conversation, turn or execution, sub-executions included. Throws
   * `Client.NotFound`.
   */
  trajectory(id: string, options?: TrajectoryOptions): Promise<Trajectory>;
  /** Streams the events of an execution, as a conversation's `stream` does. Throws `Client.NotFound`. */
  stream(
    executionId: string,
    options?: CallOptions & { from?: string; signal?: AbortSignal; hasNodes?: boolean },
  ): AsyncGenerator<TurnEvent, void, void>;
  /**
   * Returns an execution with all executions below it, or a conversation's latest turns, with their nodes.
   * `hasItems` lists loop runs one by one, up to 1,000. Throws `Client.NotFound`.
   */
  tree(id: string, options?: CallOptions & { hasItems?: boolean }): Promise<ExecutionTree[]>;
  /**
   * Returns a page of what an execution and all below it did, on one time axis: executions, nodes, model calls,
   * tool calls and questions. `limit` defaults to 1,000. Throws `Client.NotFound` and `Client.InvalidCursor`.
   */
  waterfall(executionId: string, page?: CallOptions & { after?: string; limit?: number }): Promise<Waterfall>;
  /**
   * Returns the text of a model call, and the inputs and outputs of its tool calls: 20,000 characters of each.
   * Throws `Client.NotFound`.
   */
  step(executionId: string, step: number): Promise<StepWork>;
  /** Lists open questions, oldest first. */
  waiting(filter?: CallOptions & { user?: string; limit?: number }): Promise<OpenApproval[]>;
  /**
   * Answers a question of an execution, or sends the output of a tool call that runs in a page, and returns
   * the outcome. The first answer counts; `pending`: more approvers must agree. Approvers may answer
   * questions of other users' executions. Throws `Approval.NotWaiting`, `Approval.NotPermitted`,
   * `Approval.InvalidAnswer` or `Client.NotFound`.
   */
  answer(
    executionId: string,
    answer: (AnswerInput | ToolCallOutput) & CallOptions,
  ): Promise<AnswerResult | PendingAnswer>;
  /**
   * Pushes a step to a running agent, which processes it in the same run after earlier steps. Idempotent by
   * `id`, until the Workflow is reset or continues as new. An accepted step is dropped if the agent's main
   * loop fails or is canceled first. Throws `Execution.NotRunning`, `Execution.SeveralRunning`,
   * `Execution.InvalidStep` or `Client.NotFound`.
   */
  pushStep(executionId: string, step: PushStepInput & CallOptions & { id?: string }): Promise<PushStepResult>;
  /** Lists the queues of running agents; empty once the execution has ended. Throws `Client.NotFound`. */
  queues(executionId: string): Promise<AgentQueuesView[]>;
  /**
   * Cancels an execution and all executions below it. Does nothing if it has ended. Throws `Client.NotFound`.
   */
  cancel(executionId: string): Promise<void>;
  /** Lists executions, newest first, with optional filters; `limit` defaults to 50. */
  list(
    filter?: CallOptions & {
      user?: string;
      flow?: string;
      status?: ExecutionStatus;
      /** Only executions started outside a conversation with this id. */
      id?: string;
      /** Only executions that started then or later. */
      since?: Date;
      /** Only executions that started earlier. */
      until?: Date;
      /**
       * Only executions that cost at least this much USD, with all executions below them. Checks the newest
       * 2,000 matches.
       */
      minCost?: number;
      /**
       * Only executions whose question, error, flow or id contains this text, in any case. Checks the
       * newest 2,000 matches.
       */
      text?: string;
      /** Only executions that no other one started. */
      isRoot?: boolean;
      /** Only executions that this one started directly. */
      parent?: string;
      limit?: number;
    },
  ): Promise<ListedExecution[]>;
}

const DEFAULT_LIMIT = 50;

export function createExecutions(context: ClientContext): Executions {
  const lookup = new ExecutionLookup(context);
  return {
    ...actingMethods(context, lookup),
    ...readingMethods(context, lookup),
    ...waterfallMethods(context, lookup),
  };
}

function actingMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Pick<Executions, 'start' | 'answer' | 'pushStep' | 'cancel'> {
  return {
    start: (input) => startExecution(context, input),
    async answer(executionId, { timeoutMs, ...answer }) {
      const call = new Call(context, { timeoutMs });
      if ('answer' in answer) {
        // Approvers may answer questions of executions that they cannot see.
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
): Omit<Executions, keyof ReturnType<typeof actingMethods> | 'waterfall' | 'step'> {
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
      if (work === undefined) throw nodeNotFound(executionId, nodeId);
      return work;
    },
    async calls(executionId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      return call.read(() => listModelCalls(db, executionId));
    },
    explain: (id) => explainCalls(context, id),
    planCall: (id, settings) => planCall(context, { id, settings }),
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
    waiting: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      new Call(context, { timeoutMs }).read(() =>
        listOpenApprovals(db, { limit, user: user ?? filter.user }),
      ),
    list: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      new Call(context, { timeoutMs }).read(() =>
        listExecutions(db, { ...filter, limit, user: user ?? filter.user }),
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
      if (work === undefined) throw stepNotFound(executionId, step);
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

/** Idempotent by id until a reset or Continue-As-New: Temporal knows ids per run. */
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
    `Execution '${executionId.slice(0, 200)}' has ended: nothing takes a step`,
    { cause },
  );
}
