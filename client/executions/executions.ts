import { WorkflowIdReusePolicy, WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import type { Budget } from '../../protocol/budget.js';
import type { ExecutionStatus } from '../../flow/execution/status.js';
import {
  findExecutionView,
  listExecutions,
  type ExecutionView,
} from '../../store/execution/execution-views.js';
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
import { ThreadlineError } from '../threadline-error.js';

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
  /** What it and all below it may spend; default: the flow's budget. */
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
  /** What happens in an execution, as a conversation's `stream` tells it. Throws `Client.NotFound`. */
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
  const { temporal, db, taskQueue, user } = context;
  // Of a scoped client: its own, until their rows are seen.
  const started = new Set<string>();
  return {
    async start(input) {
      const executionId = executionWorkflowId(input.flow, input.id ?? randomUUID());
      const owner = user ?? input.user;
      const args: [PlainExecutionInput] = [
        {
          flow: input.flow,
          ...(await textInput(context, { workflowId: executionId, text: input.text, data: input.data })),
          ...(input.data !== undefined && { data: input.data }),
          ...(input.trigger !== undefined && { trigger: input.trigger }),
          ...(owner !== undefined && { user: owner }),
          ...(input.budget && { budget: input.budget }),
        },
      ];
      await temporal.workflow.start(EXECUTION_WORKFLOW, {
        workflowId: executionId,
        taskQueue,
        args,
        workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        workflowIdConflictPolicy: 'USE_EXISTING',
        staticSummary: `${input.flow}`.slice(0, 100),
      });
      if (user !== undefined) started.add(executionId);
      return { executionId, result: () => result(executionId) };
    },
    get: (executionId) => find(executionId),
    async details(executionId, options) {
      await find(executionId);
      const details = await loadExecutionDetails(db, { executionIds: [executionId], ...options });
      return details.get(executionId) ?? NO_DETAILS;
    },
    async calls(executionId) {
      await find(executionId);
      return listModelCalls(db, executionId);
    },
    explain: (id) => explainCalls(context, id),
    trajectory: (id, options) => readTrajectory(context, { ...options, id }),
    async *stream(executionId, options) {
      // One that this client started a moment ago has no row yet.
      if (user !== undefined && !started.has(executionId)) await find(executionId);
      yield* streamExecution(context, {
        executionId,
        ...options,
        whenMissing: () => whenMissing(executionId),
      });
    },
    async tree(id, options) {
      const trees = await readTree(db, { id, user, ...options });
      if (trees.length === 0) throw notFound(id);
      return trees;
    },
    waiting: ({ limit = DEFAULT_LIMIT, ...filter } = {}) =>
      listOpenApprovals(db, { limit, user: user ?? filter.user }),
    async answer(executionId, answer) {
      await find(executionId);
      return answerApproval(context, { ...answer, executionId });
    },
    async pushStep(executionId, step) {
      await find(executionId);
      return pushStep(context, { ...step, executionId });
    },
    async queues(executionId) {
      return readQueues(context, await find(executionId));
    },
    async cancel(executionId) {
      await find(executionId);
      try {
        await temporal.workflow.getHandle(executionId).cancel();
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    },
    list: ({ limit = DEFAULT_LIMIT, ...filter } = {}) =>
      listExecutions(db, { ...filter, limit, user: user ?? filter.user }),
  };

  async function find(executionId: string): Promise<ExecutionView & { answer: string | null }> {
    const view = await findExecutionView(db, { executionId, user });
    if (view === undefined) throw notFound(executionId);
    started.delete(executionId);
    return view;
  }
  /** One that was started a moment ago has no row yet, but a Workflow. */
  async function whenMissing(executionId: string): Promise<undefined> {
    const { status } = await temporal.workflow
      .getHandle(executionId)
      .describe()
      .catch((error: unknown) => {
        throw error instanceof WorkflowNotFoundError ? notFound(executionId) : error;
      });
    if (status.name !== 'RUNNING') throw notFound(executionId);
  }
  async function result(executionId: string): Promise<string> {
    await temporal.workflow.getHandle(executionId).result();
    return (await find(executionId)).answer ?? '';
  }
}

function notFound(id: string): ThreadlineError {
  return new ThreadlineError(
    'Client.NotFound',
    `There is no execution or conversation '${id.slice(0, 200)}'`,
  );
}
