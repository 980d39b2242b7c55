import type { ExecutionInput } from '../messages.js';
import type { FinalStatus } from '../status.js';
import type { TrimContextResult } from './agent.js';
import type { FinishedExecution } from './finished-execution.js';

/** The Activities that begin and finish an execution. */
export interface ExecutionActivities {
  /** Begins an execution: its row, its pinned flow version, and for a turn its place in the thread. */
  beginExecution(input: ExecutionInput): Promise<ExecutionPlan>;
  /** Gives an execution its final rows; the first call decides. */
  finishExecution(input: FinishExecutionInput): Promise<FinishedExecution>;
}

/** The plan of an execution Workflow: ids and shapes only. */
export type ExecutionPlan =
  | ({ kind: 'run' } & RunPlan)
  | { kind: 'ended'; status: string }
  /** Its id is that of another user's execution, which stays as it is. */
  | { kind: 'taken' }
  /** Its user has no free slot: a regular Activity waits for one. */
  | { kind: 'apart' };

/** A flow to walk, and how. */
export interface RunPlan extends FlowPlan {
  heartbeatTimeoutMs: number;
  isSearchable?: true;
  /** It was started outside a conversation, by somebody who cannot know whether our search attributes are registered. */
  setsAttributes?: true;
  /** The plan of the model call that it begins with; absent: that call is still to be planned, or there is none. */
  firstCall?: FirstCallPlan;
}

/** The plan of a model call that was made as the execution began. */
export interface FirstCallPlan extends TrimContextResult {
  step: number;
}

/** The shape of a flow: no texts, so that an Event History holds none. */
export interface FlowPlan {
  /** The trigger that fired. */
  trigger: string;
  nodes: readonly NodePlan[];
  edges: readonly EdgePlan[];
}

/** A node as the Workflow needs to know it: its kind, and what decides what is done about it. */
export interface NodePlan {
  id: string;
  kind: string;
  /** Of a node that calls a model. */
  model?: string;
  /** The models that are asked after it, in order; absent: none. */
  fallbacks?: readonly string[];
  maxSteps?: number;
  /** Its model may start sub-executions. */
  spawns?: true;
  /** How many steps it puts before and after its main loop; absent: none. */
  queues?: { pre: number; post: number };
  /** Steps that were placed in its trace before its first: what tools of the caller gave before; absent: none. */
  placed?: number;
  /** Of a loop: items at once, and what a failed item does; `stopsAtOnce` is absent in plans of earlier versions. */
  loop?: { parallel: number; onError: 'stop' | 'continue'; stopsAtOnce?: true | undefined };
  /** Pause between the items of a loop. */
  delayMs?: number;
}

/** From one node to another; taken when the first one succeeded, unless it says otherwise. */
interface EdgePlan {
  from: string;
  to: string;
  /** Only from a switch: taken when it chose this route. */
  route?: string;
  on?: 'error' | 'item' | 'next';
}

/** The run of a node that an execution failed with. */
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
  /** Its steps left something to do after the turn. */
  leavesWork?: boolean;
}
