import type { OutputSchema } from '../../flow/output/to-json-schema.js';
import type { PlanSettings } from '../../flow/plan-settings.js';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import type {
  ExecutionMatches,
  ListedExecution,
  ExecutionDetails,
  NodeWork,
  ExecutionTree,
  AgentQueuesView,
  AnsweredExecution,
} from '../../views/execution.js';
import type { ModelCallView, CallExplanation, CallPlan } from '../../views/call.js';
import type { OpenApproval } from '../../views/approval.js';
import type {
  AnswerInput,
  AnswerResult,
  PendingAnswer,
  PushStepInput,
  PushStepResult,
  ToolCallOutput,
} from '../../protocol/messages.js';
import { type CallOptions } from '../call/call.js';
import type { TurnEvent } from '../stream/turn-events.js';
import { type RerunOptions } from './rerun-execution.js';
import { type TrajectoryOptions } from '../explain/read-trajectory.js';
import type { Trajectory } from '../../views/trajectory.js';
import type { StepWork, Waterfall } from '../../views/waterfall.js';
import { type StartedRun, type StartExecution } from './start-execution.js';

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
