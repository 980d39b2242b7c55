import type { AnswerResult } from '../messages.js';
import type { StepPlace } from '../step-queues.js';
import type { FinishedExecution } from './finished-execution.js';
import type { LeftWork } from './left-work.js';

export interface AgentActivities {
  /** Plans a model call's context and stores the plan. */
  trimContext(input: TrimContextInput): Promise<TrimContextResult>;
  /** Summarizes the execution so far; its next calls start from the summary. */
  compactContext(input: CompactContextInput): Promise<CompactContextResult>;
  callModel(input: CallModelInput): Promise<CallModelResult>;
  runTool(input: RunToolInput): Promise<RunToolResult>;
  /** Ends the question about a tool call once it is answered or expired. */
  settleToolCall(input: SettleToolCallInput): Promise<ToolCallSettlement>;
  beginStep(input: BeginStepInput): Promise<BeginStepResult>;
  storeStep(input: StoreStepInput): Promise<null>;
}

export interface AgentPlan {
  nodeId: string;
  iteration: string;
  run: number;
  model: string;
  /** Models to try when earlier ones are unavailable or limited. */
  fallbacks?: readonly string[];
  maxSteps: number;
  spawns?: true;
  /** Steps that the flow puts before and after the main loop. Absent if the node is not an agent. */
  queues?: { pre: number; post: number };
  /** Steps placed in the trace before the run's first. */
  placed?: number;
}

export interface Fallback {
  model: string;
  after: { step: number; model: string };
}

export interface TrimContextInput {
  step: number;
  nodeId: string;
  iteration?: string;
  /** The queued step that the call serves. */
  queued?: StepPlace;
  /** The last step gets no tools, so that the agent answers. */
  withoutTools: boolean;
  /** The provider rejected the last plan as too long: plan with 75 % of the budget. */
  isHarder: boolean;
  /** The provider rejected a call that asked for a summary. */
  withoutSummary?: true;
  /** Set unless planning for the node's first model. */
  fallback?: Fallback;
  /** The provider rejected a call with the schema as a setting. */
  withoutSchema?: true;
  /** The last answer was not the requested object. */
  repairs?: true;
  /** Whether the context may be compacted first. */
  mayCompact?: boolean;
  /** Layouts learned from the run's rejected calls; the planning worker may not know them yet. */
  layouts?: readonly LearnedLayout[];
}

/** A layout that a model accepts, learned from a rejection. */
export interface LearnedLayout {
  model: string;
  facts: Readonly<Record<string, string | boolean>>;
}

export interface TrimContextResult {
  tokens: number;
  /** No call was planned: compact, then plan again. */
  verdict?: 'compact';
  asksSummary?: true;
  asksObject?: true;
  /** The loop guards allow no more tools. */
  isForced?: true;
  /** Ordinals of pushed steps that this call is the first to send. */
  joined?: readonly number[];
}

export interface CompactContextInput {
  fallback?: Fallback;
  /** The first step for the compaction's own model calls. */
  step: number;
  nodeId: string;
  iteration?: string;
  queued?: StepPlace;
}

export interface CompactContextResult {
  steps: number;
  status: 'adopted' | 'not-smaller' | 'failed' | 'skipped';
}

export interface CallModelInput {
  step: number;
  /** The last step, even if the model asks for more. */
  isLast?: true;
  /** The last attempt to get the requested object. */
  repairs?: true;
  /** A step before or after the main loop: its text is not the node's answer. */
  isAside?: true;
  /** The pushed step that it serves and, on ending the step, answers. */
  pushed?: number;
  /** The answer finishes the execution, unless it requests tools or a step was pushed. */
  completes?: { leavesWork?: true };
}

export interface CallModelResult extends LeftWork {
  /** Requested tools, in order. Empty if the text is the answer. */
  tools: readonly string[];
  needsRepair?: true;
  finished?: FinishedExecution;
}

interface RunToolInput {
  step: number;
  /** The tool call within the step, from 1. */
  ordinal: number;
}

/**
 * Null when the result is stored, `failed` when it is an error. Otherwise, ask a person first and run the
 * tool again after the answer.
 */
export type RunToolResult =
  | null
  | { failed: true }
  | {
      asks: {
        ms?: number;
        isAnswered?: true;
      };
    };

export interface SettleToolCallInput extends RunToolInput {
  /** Absent if the answer is in the row or the time is up. */
  answer?: string;
  isExpired?: true;
}

export type ToolCallSettlement =
  | { kind: 'answered'; outcome: AnswerResult['outcome'] }
  /** `forbidden`: why the sender may not answer, as a sentence. */
  | { kind: 'unanswered'; forbidden?: string }
  /** The tool does not accept the given input; the question stays open. */
  | { kind: 'unfit'; problem: string };

export interface BeginStepInput extends StepPlace {
  /** Its first step in the trace. */
  step: number;
  nodeId: string;
  iteration?: string;
}

export interface BeginStepResult {
  tool?: string;
}

export interface StoreStepInput {
  run: number;
  /** Counts steps pushed to the run, from 1. */
  ordinal: number;
  text: string;
  /** Sent with the run's next model call. */
  joins?: true;
}
