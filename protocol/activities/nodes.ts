import type { FailureFacts } from '../failure-facts.js';
import type { Starter } from '../starter.js';
import type { AnswerResult } from '../messages.js';
import type { LeftWork } from './left-work.js';

export interface NodeActivities {
  evaluateNode(input: NodeRunInput): Promise<EvaluatedNode>;
  /** The first stored end wins. */
  settleNode(input: SettleNodeInput): Promise<NodeSettlement>;
  runNode(input: NodeRunInput): Promise<LeftWork | null>;
  prepareSpawn(input: PrepareSpawnInput): Promise<PrepareSpawnResult>;
  settleChild(input: SettleChildInput): Promise<null>;
  settleSpawn(input: SettleSpawnInput): Promise<null>;
}

export interface NodeRunInput {
  nodeId: string;
  iteration?: string;
  run: number;
}

/** Durations instead of times, because a Workflow has its own clock. */
export type EvaluatedNode =
  | { kind: 'done'; route?: string | null }
  /** A regular Activity must wait for the sandbox. */
  | { kind: 'regular-activity' }
  | { kind: 'loop'; total: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'approval'; ms?: number; isAnswered?: true }
  | { kind: 'child'; executionId: string; flow: string; user: string }
  | {
      kind: 'workflow';
      workflowId: string;
      type: string;
      taskQueue?: string;
      input?: unknown;
      flow: string;
      starter?: Starter;
    };

export type SettleNodeInput = NodeRunInput & NodeEnd;

export type NodeEnd =
  | { outcome: 'waited' | 'loop-done' }
  | { outcome: 'failed'; errorType: string; errorMessage: string }
  | { outcome: 'answered'; answer?: string; isExpired?: true }
  | { outcome: 'child-ended'; executionId: string; failure?: FailureFacts }
  | { outcome: 'workflow-ended'; result: unknown };

export type NodeSettlement =
  | { kind: 'done' }
  | { kind: 'failed'; errorType: string; errorMessage: string }
  | { kind: 'unanswered'; forbidden?: string }
  /** `ends`: the answer stops the execution. `fails`: the flow handles the failure. */
  | { kind: 'answered'; outcome: AnswerResult['outcome']; ends?: true; fails?: true };

export interface PrepareSpawnInput {
  step: number;
  ordinal: number;
  first: number;
}

export interface PrepareSpawnResult {
  flows: readonly string[];
  user: string;
  deadlineMs?: number;
}

export interface SettleChildInput {
  executionId: string;
  failure: FailureFacts;
}

export interface SettleSpawnInput {
  step: number;
  ordinal: number;
  first: number;
  total: number;
  failures: readonly { ordinal: number; failure: FailureFacts }[];
  isLate?: true;
}
