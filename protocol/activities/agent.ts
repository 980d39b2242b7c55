import type { AnswerResult } from '../messages.js';
import type { StepCounts, StepPlace } from '../queued-steps.js';
import type { FinishedExecution } from './finished-execution.js';
import type { LeftWork } from './left-work.js';

export interface AgentActivities {
  trimContext(input: TrimContextInput): Promise<TrimContextResult>;
  compactContext(input: CompactContextInput): Promise<CompactContextResult>;
  callModel(input: CallModelInput): Promise<CallModelResult>;
  runTool(input: RunToolInput): Promise<RunToolResult>;
  settleToolCall(input: SettleToolCallInput): Promise<ToolCallSettlement>;
  beginStep(input: BeginStepInput): Promise<BeginStepResult>;
  storeStep(input: StoreStepInput): Promise<null>;
}

export interface AgentPlan {
  nodeId: string;
  iteration: string;
  run: number;
  model: string;
  fallbacks?: readonly string[];
  maxSteps: number;
  spawns?: true;
  queues?: StepCounts;
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
  queued?: StepPlace;
  withoutTools: boolean;
  /** True if the provider rejected the last plan as too long. */
  isHarder: boolean;
  /** Set if the provider rejected a request for a summary. */
  withoutSummary?: true;
  fallback?: Fallback;
  /** Set if the provider rejected the schema as a setting. */
  withoutSchema?: true;
  /** Set if the last answer was not the requested object. */
  isRepair?: true;
  mayCompact?: boolean;
  /** Layouts that the planning worker may not know yet. */
  layouts?: readonly LearnedLayout[];
}

export interface LearnedLayout {
  model: string;
  facts: Readonly<Record<string, string | boolean>>;
}

export interface TrimContextResult {
  tokens: number;
  /** The context must be compacted and planned again. */
  verdict?: 'compact';
  asksSummary?: true;
  asksObject?: true;
  /** Set if the loop guards allow no more tool calls. */
  isForced?: true;
  joined?: readonly number[];
}

export interface CompactContextInput {
  fallback?: Fallback;
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
  isLast?: true;
  /** Set for the last attempt to get the requested object. */
  isRepair?: true;
  isOutsideMainLoop?: true;
  pushed?: number;
  /** Set if the answer finishes the execution, unless it calls tools or a step was pushed. */
  completes?: { leavesWork?: true };
}

export interface CallModelResult extends LeftWork {
  tools: readonly string[];
  needsRepair?: true;
  finished?: FinishedExecution;
}

interface RunToolInput {
  step: number;
  ordinal: number;
}

export type RunToolResult =
  | null
  | { failed: true }
  | {
      asks: {
        ms?: number;
        isAnswered?: true;
        /** Set if the page sends the tool's output, which needs no approval. */
        runsInPage?: true;
      };
    };

export interface SettleToolCallInput extends RunToolInput {
  answer?: string;
  isExpired?: true;
}

export type ToolCallSettlement =
  | { kind: 'answered'; outcome: AnswerResult['outcome'] }
  | { kind: 'unanswered'; forbidden?: string }
  /** The question stays open. */
  | { kind: 'unfit'; problem: string };

export interface BeginStepInput extends StepPlace {
  step: number;
  nodeId: string;
  iteration?: string;
}

export interface BeginStepResult {
  tool?: string;
}

export interface StoreStepInput {
  run: number;
  ordinal: number;
  text: string;
  /** Set if the text joins the run's next model call. */
  joins?: true;
}
