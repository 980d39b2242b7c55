import type { StepCounts } from '../queued-steps.js';
import type { SearchAttributeName } from '../search-attributes.js';
import type { ExecutionInput } from '../messages.js';
import type { FinalStatus } from '../final-status.js';
import type { TrimContextResult } from './agent.js';
import type { FinishedExecution } from './finished-execution.js';

export interface ExecutionActivities {
  /** Also pins the flow's version and places a turn in its thread. */
  beginExecution(input: ExecutionInput): Promise<ExecutionPlan>;
  finishExecution(input: FinishExecutionInput): Promise<FinishedExecution>;
}

export type ExecutionPlan =
  | ({ kind: 'run' } & RunPlan)
  | { kind: 'ended'; status: string }
  | { kind: 'taken' }
  /** A regular Activity must wait for the user's limit. */
  | { kind: 'regular-activity' };

export interface RunPlan extends FlowPlan {
  /** The attributes that the namespace has. */
  searchAttributes: readonly SearchAttributeName[];
  heartbeatTimeoutMs: number;
  taskQueues?: Readonly<Record<string, string>>;
  /** Set if the client could not look up the search attributes. */
  setsAttributes?: true;
  firstCall?: FirstCallPlan;
  /** The scheduler's state when a rerun begins. */
  schedule?: unknown;
}

export interface FirstCallPlan extends TrimContextResult {
  step: number;
}

export interface FlowPlan {
  trigger: string;
  nodes: readonly NodePlan[];
  edges: readonly EdgePlan[];
}

export interface NodePlan {
  id: string;
  kind: string;
  model?: string;
  fallbacks?: readonly string[];
  maxSteps?: number;
  spawns?: true;
  queues?: StepCounts;
  /** The number of steps that the results of the caller's tools take up before the first one. */
  placed?: number;
  loop?: { parallel: number; onError: 'stop' | 'continue' };
  delayMs?: number;
}

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
