import type { FailureFacts } from '../failure-facts.js';
import type { AnswerResult } from '../messages.js';
import type { LeftWork } from './left-work.js';

/** The Activities of the nodes that are no agents, and of the sub-executions that agents start. */
export interface NodeActivities {
  /** Evaluates a node and stores what comes of it, once: looking again gives what was stored. */
  evaluateNode(input: NodeRunInput): Promise<EvaluatedNode>;
  /** Stores how a node ended, once: what is stored first stands. */
  settleNode(input: SettleNodeInput): Promise<NodeSettlement>;
  /** Runs a node of a kind that the project defines. */
  runNode(input: NodeRunInput): Promise<LeftWork | null>;
  /** Stores the sub-executions that a `spawn` call asks for, with all they are given. */
  prepareSpawn(input: PrepareSpawnInput): Promise<PrepareSpawnResult>;
  /** Finishes the rows of a sub-execution whose Workflow was ended from outside. */
  settleChild(input: SettleChildInput): Promise<null>;
  /** Stores the result of a `spawn` call. */
  settleSpawn(input: SettleSpawnInput): Promise<null>;
}

/** Which run of a node. */
export interface NodeRunInput {
  nodeId: string;
  /** Which item of a loop it is for; absent: none. */
  iteration?: string;
  /** Its ordinal in the execution. */
  run: number;
}

/** The next thing that the Workflow does about a node. Durations, not times: a Workflow has its own clock. */
export type EvaluatedNode =
  | { kind: 'done'; route?: string | null }
  /** All threads for code were at work: it is to be evaluated by an Activity of its own, which may wait. */
  | { kind: 'apart' }
  | { kind: 'loop'; total: number }
  | { kind: 'wait'; ms: number }
  /** `isAnswered`: the answer is in its row already. */
  | { kind: 'approval'; ms?: number; isAnswered?: true }
  | { kind: 'child'; executionId: string; flow: string; user: string };

export type SettleNodeInput = NodeRunInput & NodeEnd;

/** How a run of a node ended. */
export type NodeEnd =
  | { outcome: 'waited' | 'loop-done' }
  | { outcome: 'failed'; errorType: string; errorMessage: string }
  /** Without an answer: its time was up, or the answer is in its row. */
  | { outcome: 'answered'; answer?: string; isExpired?: true }
  | { outcome: 'child-ended'; executionId: string; failure?: FailureFacts };

/** The facts that the Workflow goes on with once a node's end is stored. */
export type NodeSettlement =
  | { kind: 'done' }
  | { kind: 'failed'; errorType: string; errorMessage: string }
  /** Of an approval without an answer whose time is not up. `forbidden`: the sender of the given answer may not answer. */
  | { kind: 'unanswered'; forbidden?: string }
  /** Of an approval. After anything but yes, `ends`: the execution goes no further; `fails`: the node fails, and the flow handles it. */
  | { kind: 'answered'; outcome: AnswerResult['outcome']; ends?: true; fails?: true };

export interface PrepareSpawnInput {
  step: number;
  ordinal: number;
  /** Ordinal of the first sub-execution. */
  first: number;
}

/** Flows of the sub-executions to run, in order; none: the call was refused, which is its result. */
export interface PrepareSpawnResult {
  flows: readonly string[];
  user: string;
  /** The time that all of them together may take, where the flow sets it; absent: `SPAWN_DEADLINE_MS`. */
  deadlineMs?: number;
}

export interface SettleChildInput {
  executionId: string;
  failure: FailureFacts;
}

export interface SettleSpawnInput {
  step: number;
  ordinal: number;
  /** Ordinal of the first sub-execution. */
  first: number;
  total: number;
  /** How those failed whose Workflows did not complete. */
  failures: readonly { ordinal: number; failure: FailureFacts }[];
  /** The deadline passed before all had ended. */
  isLate?: true;
}
