import { WorkflowIdReusePolicy, WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { Budget } from '../../protocol/budget.js';
import type { ExecutionStatus } from '../../flow/execution/status.js';
import { listExecutions, type ExecutionView } from '../../store/execution/execution-views.js';
import { listModelCalls, type ModelCallView } from '../../store/calls/model-call-views.js';
import { loadExecutionDetails, type ExecutionDetails } from '../../store/nodes/load-execution-details.js';
import { listOpenApprovals, type OpenApproval } from '../../store/nodes/open-approvals.js';
import { executionWorkflowId } from '../../protocol/ids.js';
import {
  EXECUTION_WORKFLOW,
  type AnswerInput,
  type AnswerResult,
  type PlainExecutionInput,
  type PushStepInput,
  type PushStepResult,
} from '../../protocol/messages.js';
import { answerApproval } from './answer-approval.js';
import type { ClientContext } from '../client-context.js';
import { NO_DETAILS, readTree, type ExecutionTree } from './execution-tree.js';
import { explainCalls, type CallExplanation } from '../explain/explain-calls.js';
import type { TurnEvent } from '../stream/stream-events.js';
import { pushStep } from './push-step.js';
import { readQueues, type AgentQueuesView } from './read-queues.js';
import { readTrajectory, type Trajectory, type TrajectoryOptions } from '../explain/read-trajectory.js';
import { streamExecution } from '../stream/stream-turn.js';
import { textInput } from '../conversation/text-input.js';
import { ExecutionLookup, executionNotFound } from './execution-lookup.js';

/** A flow to start outside a conversation, and the text it starts with. */
export interface StartExecution {
  flow: string;
  text: string;
  /** Values that templates find under `trigger.data`; at most 64 KB as JSON. */
  data?: unknown;
  /** Id of the trigger that fires; default: the flow's first `manual` one. */
  trigger?: string;
  /** Starting the same id again is starting it once; default: a new UUID. */
  id?: string;
  user?: string;
  /** The most that it and all executions below it may spend; default: the flow's budget. */
  budget?: Budget;
}

export type { ExecutionTree };

/** Executions, inside conversations and outside. */
export interface Executions {
  /** Starts a flow outside a conversation; `result` waits for its answer. */
  start(input: StartExecution): Promise<{ executionId: string; result(): Promise<string> }>;
  /** Throws `Client.NotFound`. */
  get(executionId: string): Promise<ExecutionView & { answer: string | null }>;
  /** Its nodes, and how it was started; `hasItems` as of `tree`. Throws `Client.NotFound`. */
  details(executionId: string, options?: { hasItems?: boolean }): Promise<ExecutionDetails>;
  /** Its model calls, in order. Throws `Client.NotFound`. */
  calls(executionId: string): Promise<ModelCallView[]>;
  /**
   * What model calls were sent and what was left out, by which rule: of one call, of an execution in order, or of a
   * conversation's latest turn. Throws `Client.NotFound`.
   */
  explain(id: string): Promise<CallExplanation[]>;
  /**
   * What agents did and why, in a conversation, a turn or an execution, those below it too. Throws `Client.NotFound`.
   */
  trajectory(id: string, options?: TrajectoryOptions): Promise<Trajectory>;
  /** Streams the events of an execution, as a conversation's `stream` does. Throws `Client.NotFound`. */
  stream(
    executionId: string,
    options?: { from?: string; signal?: AbortSignal; hasNodes?: boolean },
  ): AsyncGenerator<TurnEvent, void, void>;
  /**
   * An execution with all below it, or a conversation's latest turns, with their nodes; `hasItems` lists runs in loops
   * one by one, the first thousand. Throws `Client.NotFound`.
   */
  tree(id: string, options?: { hasItems?: boolean }): Promise<ExecutionTree[]>;
  /** Questions that wait for an answer, those asked first first. */
  waiting(filter?: { user?: string; limit?: number }): Promise<OpenApproval[]>;
  /**
   * Answers a question of an execution and returns what it came to. Throws `Approval.NotWaiting`,
   * `Approval.InvalidAnswer` or `Client.NotFound`.
   */
  answer(executionId: string, answer: AnswerInput): Promise<AnswerResult>;
  /**
   * Gives an agent of an execution that runs one more step, done in the same run after those before it; pushing the
   * same `id` again is pushing it once, until the Workflow is reset or continues as new. What was accepted is dropped
   * where the agent's main loop fails or is cancelled before. Throws `Execution.NotRunning`,
   * `Execution.SeveralRunning`, `Execution.InvalidStep` or `Client.NotFound`.
   */
  pushStep(executionId: string, step: PushStepInput & { id?: string }): Promise<PushStepResult>;
  /** The queues of its agents that are at work; none once it has ended. Throws `Client.NotFound` or `Client.Unavailable`. */
  queues(executionId: string): Promise<AgentQueuesView[]>;
  /** Cancels an execution and all below it; one that has ended stays as it is. Throws `Client.NotFound`. */
  cancel(executionId: string): Promise<void>;
  list(filter?: {
    user?: string;
    flow?: string;
    status?: ExecutionStatus;
    limit?: number;
  }): Promise<ExecutionView[]>;
}

const DEFAULT_LIMIT = 50;

/** The executions part of a client. */
export function createExecutions(context: ClientContext): Executions {
  const { temporal, db, user } = context;
  const lookup = new ExecutionLookup(context);
  return {
    async start(input) {
      const executionId = await startExecution(context, input);
      lookup.noteStarted(executionId);
      return { executionId, result: () => lookup.awaitAnswer(executionId) };
    },
    get: (executionId) => lookup.find(executionId),
    async details(executionId, options) {
      await lookup.find(executionId);
      const details = await loadExecutionDetails(db, { executionIds: [executionId], ...options });
      return details.get(executionId) ?? NO_DETAILS;
    },
    async calls(executionId) {
      await lookup.find(executionId);
      return listModelCalls(db, executionId);
    },
    explain: (id) => explainCalls(context, id),
    trajectory: (id, options) => readTrajectory(context, { ...options, id }),
    async *stream(executionId, options) {
      await lookup.checkStreamable(executionId);
      const whenMissing = (): Promise<undefined> => lookup.checkWorkflowRuns(executionId);
      yield* streamExecution(context, { executionId, ...options, whenMissing });
    },
    async tree(id, options) {
      const trees = await readTree(db, { id, user, ...options });
      if (trees.length === 0) throw executionNotFound(id);
      return trees;
    },
    waiting: ({ limit = DEFAULT_LIMIT, ...filter } = {}) =>
      listOpenApprovals(db, { limit, user: user ?? filter.user }),
    async answer(executionId, answer) {
      await lookup.find(executionId);
      return answerApproval(context, { ...answer, executionId });
    },
    async pushStep(executionId, step) {
      await lookup.find(executionId);
      return pushStep(context, { ...step, executionId });
    },
    queues: async (executionId) => readQueues(context, await lookup.find(executionId)),
    async cancel(executionId) {
      await lookup.find(executionId);
      try {
        await temporal.workflow.getHandle(executionId).cancel();
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    list: ({ limit = DEFAULT_LIMIT, ...filter } = {}) =>
      listExecutions(db, { ...filter, limit, user: user ?? filter.user }),
  };
}

/** Starts the Workflow, once for an id that is started again; returns its id. */
async function startExecution(context: ClientContext, input: StartExecution): Promise<string> {
  const { flow, text, data, trigger, budget } = input;
  const workflowId = executionWorkflowId(flow, input.id ?? randomUUID());
  const args: [PlainExecutionInput] = [
    {
      flow,
      ...(await textInput(context, { workflowId, text, data })),
      data,
      trigger,
      user: context.user ?? input.user,
      budget: budget || undefined,
    },
  ];
  await context.temporal.workflow.start(EXECUTION_WORKFLOW, {
    workflowId,
    taskQueue: context.taskQueue,
    args,
    workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
    workflowIdConflictPolicy: 'USE_EXISTING',
    staticSummary: flow.slice(0, 100),
  });
  return workflowId;
}
