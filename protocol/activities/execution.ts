import type { ExecutionInput } from '../messages.js';
import type { FinalStatus } from '../status.js';
import type { TrimContextResult } from './agent.js';
import type { FinishedExecution } from './finished-execution.js';

export interface ExecutionActivities {
  /** Stores the row, pins the flow version and places a turn in the thread. */
  beginExecution(input: ExecutionInput): Promise<ExecutionPlan>;
  finishExecution(input: FinishExecutionInput): Promise<FinishedExecution>;
}

/** Ids and shapes only, no texts. */
export type ExecutionPlan =
  | ({ kind: 'run' } & RunPlan)
  | { kind: 'ended'; status: string }
  /** The id belongs to another user's execution. */
  | { kind: 'taken' }
  /** The user is at the limit: wait in a regular Activity. */
  | { kind: 'apart' };

export interface RunPlan extends FlowPlan {
  heartbeatTimeoutMs: number;
  isSearchable?: true;
  /**
   * Started outside a conversation by a client that does not know whether our search attributes are
   * registered.
   */
  setsAttributes?: true;
  firstCall?: FirstCallPlan;
}

/** A model call planned as the execution started. */
export interface FirstCallPlan extends TrimContextResult {
  step: number;
}

export interface FlowPlan {
  trigger: string;
  nodes: readonly NodePlan[];
  edges: readonly EdgePlan[];
}

/** A node's kind, and what the Workflow needs to schedule it. */
export interface NodePlan {
  id: string;
  kind: string;
  model?: string;
  fallbacks?: readonly string[];
  maxSteps?: number;
  spawns?: true;
  queues?: { pre: number; post: number };
  /** Steps placed in the trace before its first: results of the caller's tools. */
  placed?: number;
  /** Items at once, and the effect of a failed item. */
  loop?: { parallel: number; onError: 'stop' | 'continue' };
  delayMs?: number;
}

/** Taken when the first node succeeded, unless stated otherwise. */
interface EdgePlan {
  from: string;
  to: string;
  route?: string;
  on?: 'error' | 'item' | 'next';
}

export interface FailedNode {
  nodeId: string;
  iteration: string;
  run: number;
  kind: string;
}

export interface FinishExecutionInput {
  status: FinalStatus;
  errorType?: string;
  errorMessage?: string;
  failedNode?: FailedNode;
  leavesWork?: boolean;
}
