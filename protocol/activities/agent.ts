import type { AnswerResult } from '../messages.js';
import type { StepPlace } from '../step-queues.js';
import type { FinishedExecution } from './finished-execution.js';
import type { LeftWork } from './left-work.js';

/** The Activities of an agent's loop. */
export interface AgentActivities {
  /** Plans the context of a model call, and writes the plan down. */
  trimContext(input: TrimContextInput): Promise<TrimContextResult>;
  /** Summarizes what an execution has seen, for its next calls to start from. */
  compactContext(input: CompactContextInput): Promise<CompactContextResult>;
  /** Makes the planned call and stores what the model answered. */
  callModel(input: CallModelInput): Promise<CallModelResult>;
  /** Runs one of the tool calls that a step asked for and stores its result, or stores the question whether it may. */
  runTool(input: RunToolInput): Promise<RunToolResult>;
  /** Ends the question about a tool call, once there is an answer or its time is up. */
  settleToolCall(input: SettleToolCallInput): Promise<ToolCallSettlement>;
  /** Begins a step of the agent's queues. */
  beginStep(input: BeginStepInput): Promise<BeginStepResult>;
  /** Stores an instruction that was pushed to a run. */
  storeStep(input: StoreStepInput): Promise<null>;
}

/** The facts that an agent's loop gets about a run of its node. */
export interface AgentPlan {
  nodeId: string;
  iteration: string;
  /** Ordinal of the run in its execution. */
  run: number;
  model: string;
  /** The models that are asked where those before them are unavailable or limited; absent: none. */
  fallbacks?: readonly string[];
  maxSteps: number;
  /** Its model may start sub-executions. */
  spawns?: true;
  /** How many steps its flow puts before and after its main loop; absent: it is no agent, and takes no steps. */
  queues?: { pre: number; post: number };
  /** Steps that were placed in its trace before its first; absent: none. */
  placed?: number;
}

/** A model that is asked in place of another. */
export interface Fallback {
  model: string;
  /** The step of the call that failed, with the model that was asked there. */
  after: { step: number; model: string };
}

export interface TrimContextInput {
  step: number;
  nodeId: string;
  /** Which item of a loop the node runs for; absent: none. */
  iteration?: string;
  /** The step of the run's queues that the call is for; absent: there are none but its question. */
  queued?: StepPlace;
  /** The agent's last step is made without tools, so that it answers. */
  withoutTools: boolean;
  /** The provider found the last plan too long: plan with 75 % of the budget. */
  isHarder: boolean;
  /** No summary is asked for with the answer: the provider refused the call that did. */
  withoutSummary?: true;
  /** The model to plan for, where it is not the node's first. */
  fallback?: Fallback;
  /** The schema of an object is not sent as a setting: the provider refused the call that did. */
  withoutSchema?: true;
  /** The last answer is not the object that was asked for: the call asks for it again. */
  repairs?: true;
  /** Whether a context that is due for it may be compacted first. */
  mayCompact?: boolean;
  /** Facts from rejections of the run's earlier calls; the planning worker may not know them yet. */
  layouts?: readonly LearnedLayout[];
}

/** Facts about the layout that a model accepts, as a rejection showed them. */
export interface LearnedLayout {
  model: string;
  facts: Readonly<Record<string, string | boolean>>;
}

export interface TrimContextResult {
  /** Of the messages. */
  tokens: number;
  /** Summarize what there is first, then plan again; no call was planned. */
  verdict?: 'compact';
  /** A summary is asked for with the answer. */
  asksSummary?: true;
  /** An object is asked for by a setting of the provider. */
  asksObject?: true;
  /** The loop guards let the agent call no more tools. */
  isForced?: true;
  /** Pushed steps that are first sent with this call, by their ordinals. */
  joined?: readonly number[];
}

export interface CompactContextInput {
  /** As of the call that is due. */
  fallback?: Fallback;
  /** The first step that the compaction may take for its own model calls. */
  step: number;
  nodeId: string;
  /** Which item of a loop the node runs for; absent: none. */
  iteration?: string;
  /** The step of the run's queues that it is for; absent: there are none but its question. */
  queued?: StepPlace;
}

export interface CompactContextResult {
  /** Steps it took. */
  steps: number;
  status: 'adopted' | 'not-smaller' | 'failed' | 'skipped';
}

export interface CallModelInput {
  step: number;
  /** Nothing comes after it, whatever it asks for. */
  isLast?: true;
  /** It asks again for an object, and is the last that does. */
  repairs?: true;
  /** It is for a step before or after the main loop: what it says is not what the node answers. */
  isAside?: true;
  /** The step that was pushed to the run and that it is for: where it ends that, what it says is the answer to it. */
  pushed?: number;
  /** The execution is complete with its answer, and is finished with it, unless it asks for tools or a step was pushed. */
  completes?: { leavesWork?: true };
}

export interface CallModelResult extends LeftWork {
  /** Names of the tools the model asks for, in order; none: its text is the answer. */
  tools: readonly string[];
  /** The answer is not the object that was asked for. */
  needsRepair?: true;
  /** The execution was finished with the answer. */
  finished?: FinishedExecution;
}

interface RunToolInput {
  step: number;
  /** Which of the step's tool calls, from 1. */
  ordinal: number;
}

/** Null: its result is stored. Else a person is asked first, and it is to be run again once that is settled. */
export type RunToolResult = null | {
  asks: {
    /** How long there is to answer; absent: for ever. */
    ms?: number;
    /** There is an answer in its row already. */
    isAnswered?: true;
  };
};

export interface SettleToolCallInput extends RunToolInput {
  /** Absent: the answer is in its row, or its time is up. */
  answer?: string;
  isExpired?: true;
}

export type ToolCallSettlement =
  | { kind: 'answered'; outcome: AnswerResult['outcome'] }
  /** There is no answer, and there is time for one. `forbidden`: the sender of the given answer may not answer, as a sentence. */
  | { kind: 'unanswered'; forbidden?: string }
  /** The given answer is an input that the tool does not take: it still waits. */
  | { kind: 'unfit'; problem: string };

export interface BeginStepInput extends StepPlace {
  /** The step of the trace that it begins with. */
  step: number;
  nodeId: string;
  /** Which item of a loop the node runs for; absent: none. */
  iteration?: string;
}

export interface BeginStepResult {
  /** The tool that it calls; absent: it is an instruction. */
  tool?: string;
}

export interface StoreStepInput {
  /** Ordinal of the node's run. */
  run: number;
  /** Among the steps that were pushed to the run, from 1. */
  ordinal: number;
  text: string;
  /** It is to be sent with the run's next model call. */
  joins?: true;
}
