import type { ThreadAnchor } from './thread-anchor.js';
import type { Budget } from './budget.js';
import type { QueueName, StepPlace, StepTime } from './step-queues.js';
import type { FinalStatus } from './status.js';
import type { ConversationKey } from './ids.js';
import type { CutOffReason } from './finish-reason.js';
import type { MessageData } from './message-data.js';
import type { MessagePart } from './message-parts.js';
import type { JsonSchema } from './asked-output.js';
import type { WhileRunning } from './while-running.js';

/** Names under which a Temporal client of any language starts our Workflows. */
export const CONVERSATION_WORKFLOW = 'conversation';
export const EXECUTION_WORKFLOW = 'execution';
export const UPKEEP_WORKFLOW = 'upkeep';

/** Input of the `conversation` Workflow. */
export interface ConversationInput extends ConversationKey {
  /** A conversation without work ends itself after this long; default an hour. */
  idleTimeoutMs?: number;
  /** Where a sub-thread hangs that does not exist yet; one that does keeps its place, whatever is given. */
  anchor?: ThreadAnchor;
  /** Id of what was said before, which our client stored for it; the past of a conversation that exists stays as it is. */
  pastRef?: string;
  /** Set by Continue-As-New only. */
  carried?: CarriedState;
}

/** The state of a conversation that crosses Continue-As-New: ids and counters. */
export interface CarriedState {
  /** Turns accepted and not begun, in order: `m:<id>` a message, `i:<id>` one that interrupts, `c:<id>` a clear, `s:<id>` a switch. */
  queue: readonly string[];
  /** Turns that ended lately, so that a repeated id is known without a look into Postgres. */
  recent: readonly (readonly [turnId: string, status: FinalStatus])[];
  turns: number;
  refused: number;
  /** Why the last refused message was; absent: none was. */
  lastRefusal?: string;
  closing: boolean;
  /** Of all turns so far. */
  usage: Usage;
  /** Signals without an id so far; absent: none. */
  signals?: number;
}

/** Input of the `upkeep` Workflow: the conversation whose turns left work, or the execution outside one that did. */
export type UpkeepInput = ConversationKey | { executionId: string };

/**
 * Input of the `execution` Workflow: a turn of a conversation, a text outside one, or the part of another execution.
 */
export type ExecutionInput = (TurnExecutionInput | PlainExecutionInput | SubExecutionInput) & {
  /** Set by Continue-As-New only. */
  carried?: CarriedExecution;
};

/** The state of an execution that crosses Continue-As-New: its schedule. */
export interface CarriedExecution {
  schedule: unknown;
  /** When waiting nodes go on, in Workflow time, by node and iteration. */
  deadlines: readonly (readonly [node: string, atMs: number])[];
  /** Questions that wait for an answer; absent: none. */
  questions?: readonly WaitingNode[];
  /** Something of it is done after the turn. */
  leavesWork?: true;
}

interface TurnExecutionInput extends ConversationKey {
  turnId: string;
}

export interface PlainExecutionInput {
  flow: string;
  /** The version of the flow that it runs, a draft's too; default: the current one. */
  version?: number;
  text?: string;
  /** Id of a text that our client stored for this execution, instead of the text: one too long for an input. */
  textRef?: string;
  /** Texts, pictures and files, instead of a text; as those of a message. Uploads are those of `user`. */
  parts?: readonly MessagePart[];
  user?: string;
  /** Values that templates find under `trigger.data`; with the text or parts at most 64 KB as JSON. */
  data?: unknown;
  /** The JSON Schema of an object that it is to answer with; as `TurnInput.output`. */
  output?: JsonSchema;
  /** Id of the trigger that fires; default: the flow's first `manual` one. */
  trigger?: string;
  /** The most that it and all executions below it may spend; default: the flow's budget. */
  budget?: Budget;
}

/** Started by another execution, which stored what it is given. */
interface SubExecutionInput {
  /** Workflow ID of the execution that starts it. */
  parentId: string;
}

/** Input of the Update and the Signal `answer`. */
export interface AnswerInput {
  /**
   * At most 4,000 characters. Yes, confirm, true, y or 1 confirm; anything else refuses. To the question whether a tool
   * call may run, a JSON object, or its text, says yes with that input, and the words of a no are told to the model.
   */
  answer: string | Record<string, unknown>;
  /** The node that asks; needed where several do. */
  nodeId?: string;
  /** Which item of a loop it asks for; needed where several do. */
  iteration?: string;
  /** The tool call that it asks about, as `3.1`: its step, and which of the step's calls; needed where it asks about several. */
  call?: string;
}

/** The output of a tool call that ran in a page. */
export interface ToolCallOutput {
  /** The call's place, as the events `tool-call` and `approval` have it: `3.1`. */
  call: string;
  /** The result of the tool: any JSON value. */
  output?: unknown;
  /** Why the tool failed, for the model. Instead of `output`. */
  error?: string;
}

/** Result of the Update `answer`. */
export interface AnswerResult {
  nodeId: string;
  /** The tool call that was asked about; absent: the node itself asked. */
  call?: string;
  outcome: 'confirmed' | 'cancelled' | 'expired';
}

/** An answer that is stored while more approvers have to agree. */
export interface PendingAnswer {
  nodeId: string;
  /** The tool call that is asked about; absent: the node itself asks. */
  call?: string;
  outcome: 'pending';
  /** The number of people who still have to agree. */
  missing: number;
}

/** A node that asks a person. */
export interface WaitingNode {
  nodeId: string;
  iteration: string;
  /** The tool call that it asks about; absent: the node itself asks. */
  call?: string;
}

/** Input of the Update `pushStep`. */
export interface PushStepInput {
  /** An instruction for the model, of 1 to 4,000 characters. */
  text: string;
  /**
   * `next-call`, the default: it is sent with the agent's next model call, as a user's message behind all that has been
   * said by then; where the agent has answered before that, as `after-answer`: it is done as a question of its own.
   */
  when?: StepTime;
  /** The agent that is to do it; needed where several are at work. */
  nodeId?: string;
  /** Which item of a loop it works on; needed where it works on several. */
  iteration?: string;
}

/** Result of the Update `pushStep`. */
export interface PushStepResult {
  /**
   * False: as many steps wait as may, or the run has grown too long to take more; those that wait stay. What is accepted
   * is dropped where the main loop fails or is cancelled before its turn comes.
   */
  accepted: boolean;
  /** Steps that wait, this one included. */
  size: number;
  nodeId: string;
  /** Which item of a loop it works on; empty outside of loops. */
  iteration: string;
}

/** The queues of an agent that is at work: how many steps wait in each. */
export interface AgentQueueSizes extends Readonly<Record<QueueName, number>> {
  nodeId: string;
  iteration: string;
  /** Ordinal of the node's run in its execution. */
  run: number;
  /** The step it works on: its place in its queue, from 1; in `todo`, 0 is the run's own question; null: it is between two. */
  running: StepPlace | null;
  /** Places of the todo steps that wait. */
  waitingTodo: readonly number[];
}

/** Result of the Query `status` of an execution. */
export interface ExecutionStatusView {
  phase: string;
  nodes: readonly { nodeId: string; status: string }[];
  /** Nodes that ask a person; the Update `answer` answers them. */
  waiting: readonly WaitingNode[];
}

/** Result of the `execution` Workflow. The whole answer is in Postgres. */
export interface ExecutionResult {
  executionId: string;
  /** Beginning of the answer, at most 200 characters. */
  preview: string;
  usage: Usage;
  /** There is work that is done after the turn. */
  upkeep?: true;
}

/** Workflows by what they take and return, for those that start them. */
export type ExecutionWorkflow = (input: ExecutionInput) => Promise<ExecutionResult>;
export type UpkeepWorkflow = (input: UpkeepInput) => Promise<void>;

/** Usage of an execution's model calls, by the provider's own count. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** USD: of the calls whose price is known; null: it is known of none. */
  cost: number | null;
  /** The number of calls whose price is not known, and which `cost` lacks; absent: none. */
  unpricedCalls?: number | undefined;
}

/** Input of `postTurn`, `submitTurn` and `ask`. */
export interface TurnInput {
  /** At most 64 KB as JSON; longer texts go by `textRef`. */
  text?: string;
  /** Id of a text that our client stored for this conversation. */
  textRef?: string;
  /** Texts, pictures and files, instead of a text; at most 64 KB as JSON: larger files go by the reference of an upload. */
  parts?: readonly MessagePart[];
  /**
   * Id of a turn that failed, was cancelled or was refused: its message is said again, as a new turn, instead of a text.
   * While that is under way, or was answered, another retry of the same turn is the same.
   */
  retryOf?: string;
  /**
   * Values that templates find under `trigger.data`: an object of at most 32 KB as JSON. A message with data is a turn of its
   * own, or answers a question with its text alone.
   */
  data?: MessageData;
  /**
   * The JSON Schema (draft 2020-12) of an object that is to be the answer; at most 32,000 characters. The flow's last word has
   * to be an agent's or a model's. Such a message is a turn of its own: it joins none, and answers no question.
   */
  output?: JsonSchema;
  /**
   * Id of a turn that has ended: its message is answered again, instead of a text. The turn begins a branch in that place; the
   * first answer, and all that came after it, stay in theirs.
   */
  regenerateOf?: string;
  /** Id of a turn that has ended: this message stands in place of that one, in a branch of its own. */
  editOf?: string;
  /**
   * Identifies the turn: resending the same message is idempotent, and resending the id with another text, file, `data` or `output`
   * throws `Turn.Conflict`. Default: the Update's id, for a Signal a new one.
   */
  turnId?: string;
  /** The treatment of the message while a turn runs; default `queue`. A message that answers a question joins the turn that asked. */
  whileRunning?: WhileRunning;
}

/** Result of `submitTurn`. */
export interface TurnReceipt {
  turnId: string;
  /** Workflow ID of the turn's execution. */
  executionId: string;
  /** Turns before it; 0: it is the one that runs, or has ended. */
  position: number;
}

/** Result of `ask`. */
export interface AskResult {
  turnId: string;
  executionId: string;
  text: string;
  /** The object that was asked for by `output`; absent: none was, or the answer is truncated. */
  object?: Readonly<Record<string, unknown>>;
  /** Why the answer is not whole: the model reached its limit of tokens, or the provider filtered it. Absent when it is whole. */
  finishReason?: CutOffReason;
  /** The answer is longer than 32 KB: this is its beginning. */
  truncated?: true;
}

/** Input of `cancelTurn`; without an id: the turn that runs. */
export interface CancelTurnInput {
  turnId?: string;
}

/** Result of `cancelTurn`. */
export interface CancelTurnResult {
  /** Null: nothing was running. */
  turnId: string | null;
  status: FinalStatus | null;
}

/** Input of `dropTurn`: a turn that failed, was cancelled or was refused by the provider. */
export interface DropTurnInput {
  turnId: string;
  /** Later turns see its message again. */
  restore?: boolean;
}

/** Result of `dropTurn`. */
export interface DropTurnResult {
  /** The turn whose message it was: of one that was tried again the newest try. */
  turnId: string;
}

/** Input of `switchBranch`. */
export interface SwitchBranchInput {
  /** Number of a branch; 0: the conversation as it began. */
  branch: number;
  /** Makes a repeated switch the same one; default: the Update's id, for a Signal a new one. */
  turnId?: string;
}

/** Input of `fork`. */
export interface ForkInput {
  /** The turn that is the last of the new conversation's past, with its answer. */
  at: string;
  /** Channel of the new conversation. Forking to it again is forking once; default: `fork-` and the Update's id. */
  channel?: string;
  /** Whose the new conversation is; default: whose this one is. */
  user?: string;
}

/** Result of `fork`. */
export interface ForkResult {
  /** Workflow ID of the new conversation, which begins to run with its first message. */
  conversationId: string;
  channel: string;
}

/** Result of the Query `status`. */
export interface ConversationStatus {
  state: 'idle' | 'running' | 'closing';
  running: { turnId: string; executionId: string } | null;
  queued: readonly string[];
  /** Turns that ended, newest last. */
  recent: readonly { turnId: string; status: FinalStatus }[];
  /** Turns processed since the conversation began. */
  turns: number;
  /** Signals that were dropped because an Update of the same input would have been refused. */
  refused: { count: number; last: string | null };
  /** Fields of Signals that mean nothing and were left out, since this run began; absent: none. */
  ignored?: { count: number; last: string };
}

/** The Signals of a conversation; each does what the Update of its name does, and its sender hears nothing. */
export interface ConversationSignals {
  postTurn(input: TurnInput): void;
  cancelTurn(input: CancelTurnInput | undefined): void;
  dropTurn(input: DropTurnInput): void;
  switchBranch(input: SwitchBranchInput): void;
  clear(): void;
  close(): void;
  /** Look for stored turns that the conversation does not know of, and work them off. Harmless at any time. */
  recover(): void;
}

/** The Updates of a conversation. */
export interface ConversationUpdates {
  /** Returns when the message is stored. */
  submitTurn(input: TurnInput): TurnReceipt;
  /** Returns the answer to the message. */
  ask(input: TurnInput): AskResult;
  /** Returns when the turn has ended. */
  cancelTurn(input: CancelTurnInput | undefined): CancelTurnResult;
  /** Leaves a message that was not answered out of what later turns see, or takes it in again. Nothing is deleted. */
  dropTurn(input: DropTurnInput): DropTurnResult;
  clear(): TurnReceipt;
  /** Later messages go on with another branch of the conversation. */
  switchBranch(input: SwitchBranchInput): TurnReceipt;
  /** Begins another conversation with what was said up to a turn that has ended. */
  fork(input: ForkInput): ForkResult;
  close(): null;
}

/** The Queries of a conversation. */
export interface ConversationQueries {
  status(): ConversationStatus;
}

/** The Signals of an execution. */
export interface ExecutionSignals {
  /** Tells an execution that the answer to a node's question is in its row. */
  answered(input: WaitingNode): void;
  /** Does what the Update of its name does; its sender hears nothing. */
  answer(input: AnswerInput): void;
}

/** The Updates of an execution. */
export interface ExecutionUpdates {
  answer(input: AnswerInput): AnswerResult;
  pushStep(input: PushStepInput): PushStepResult;
}

/** The Queries of an execution. */
export interface ExecutionQueries {
  status(): ExecutionStatusView;
  queues(): readonly AgentQueueSizes[];
}

/** The Signals of an upkeep. */
export interface UpkeepSignals {
  /** Tells an upkeep that there may be more to do. */
  wake(): void;
}
