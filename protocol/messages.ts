import type { ThreadAnchor } from './thread-anchor.js';
import type { Budget } from './budget.js';
import type { QueueName, StepPlace, StepTime } from './queued-steps.js';
import type { FinalStatus } from './final-status.js';
import type { ConversationKey } from './ids.js';
import type { CutOffReason } from './finish-reason.js';
import type { MessageData } from './message-data.js';
import type { MessagePart } from './message-parts.js';
import type { JsonSchema } from './json-schema.js';
import type { WhileRunning } from './while-running.js';

export const CONVERSATION_WORKFLOW = 'conversation';
export const EXECUTION_WORKFLOW = 'execution';
export const UPKEEP_WORKFLOW = 'upkeep';

export interface ConversationInput extends ConversationKey {
  /** Default: one hour. */
  idleTimeoutMs?: number;
  /** An existing sub-thread keeps its anchor. */
  anchor?: ThreadAnchor;
  /** Our client stored this past. */
  pastRef?: string;
  /** Set by Continue-As-New only. */
  carried?: CarriedState;
}

export interface CarriedState {
  /**
   * `m:<id>` for a message, `i:<id>` for an interrupting message, `c:<id>` for a clear, `s:<id>` for a
   * switch.
   */
  queue: readonly string[];
  /** Answers a repeated id without a database query. */
  recent: readonly (readonly [turnId: string, status: FinalStatus])[];
  turns: number;
  refused: number;
  lastRefusal?: string;
  closing: boolean;
  usage: Usage;
  signals?: number;
  priorities?: readonly (readonly [turnId: string, priority: number])[];
}

export type UpkeepInput = ConversationKey | { executionId: string };

export type ExecutionInput = (TurnExecutionInput | PlainExecutionInput | SubExecutionInput) & {
  carried?: CarriedExecution;
};

export interface CarriedExecution {
  schedule: unknown;
  deadlines: readonly (readonly [node: string, atMs: number])[];
  questions?: readonly WaitingNode[];
  leavesWork?: true;
}

interface TurnExecutionInput extends ConversationKey {
  turnId: string;
}

export interface PlainExecutionInput {
  flow: string;
  /** May be a draft. Default: the current version. */
  version?: number;
  text?: string;
  /** Too long for an input. */
  textRef?: string;
  /** Instead of a text. Uploads must belong to `user`. */
  parts?: readonly MessagePart[];
  user?: string;
  /** Template values under `trigger.data`. With the text or parts, at most 64 KB as JSON. */
  data?: unknown;
  /** With the limits of `TurnInput.output`. */
  output?: JsonSchema;
  /** Default: the flow's first `manual` trigger. */
  trigger?: string;
  /** Includes sub-executions. Default: the flow's budget. */
  budget?: Budget;
  /** Only of the same user's execution. */
  rerun?: RerunFrom;
}

export interface RerunFrom {
  /** The earlier execution. Absent for a draft, whose reused `outputs` are all given. */
  of?: string;
  /** Runs again first. Must be outside loops. */
  from: string;
  /** Replace the other nodes' stored outputs. */
  outputs?: Readonly<Record<string, unknown>>;
}

export interface SubExecutionInput {
  parentId: string;
  flow?: string;
}

export interface AnswerInput {
  /**
   * At most 4,000 characters. `yes`, `confirm`, `true`, `y` and `1` confirm; anything else refuses. For a
   * tool call, a JSON object (or its text) confirms with that input, and the model sees the text of a
   * refusal.
   */
  answer: string | Record<string, unknown>;
  /** Needed if several nodes ask. */
  nodeId?: string;
  /** Needed if several loop items ask. */
  iteration?: string;
  /** The tool call, such as `3.1`. Needed if several wait. */
  call?: string;
}

export interface ToolCallOutput {
  /** Such as `3.1`, from the events `tool-call` and `approval`. */
  call: string;
  /** Any JSON value. */
  output?: unknown;
  error?: string;
}

export interface AnswerResult {
  nodeId: string;
  call?: string;
  outcome: 'confirmed' | 'cancelled' | 'expired';
}

export interface PendingAnswer {
  nodeId: string;
  call?: string;
  outcome: 'pending';
  missing: number;
}

export interface WaitingNode {
  nodeId: string;
  iteration: string;
  call?: string;
}

export interface PushStepInput {
  /** An instruction for the model, of 1 to 4,000 characters. */
  text: string;
  /**
   * `next-call`: becomes the last user message of the agent's next model call; if the agent answers first,
   * acts as `after-answer`. `after-answer`: becomes its own question. Default: `next-call`.
   */
  when?: StepTime;
  /** The agent to instruct. Needed if several run. */
  nodeId?: string;
  /** The agent's loop item. Needed if it works on several. */
  iteration?: string;
}

export interface PushStepResult {
  /**
   * False if the queue is full or the run too long. An accepted step is dropped if the main loop fails or is
   * canceled first.
   */
  accepted: boolean;
  size: number;
  nodeId: string;
  iteration: string;
}

export interface AgentQueueSizes extends Readonly<Record<QueueName, number>> {
  nodeId: string;
  iteration: string;
  run: number;
  /** In the queue `todo`, 0 is the run's own question. */
  running: StepPlace | null;
  waitingTodo: readonly number[];
}

export interface ExecutionStatusView {
  phase: string;
  nodes: readonly { nodeId: string; status: string }[];
  waiting: readonly WaitingNode[];
}

export interface ExecutionResult {
  executionId: string;
  preview: string;
  usage: Usage;
  upkeep?: true;
}

export type ExecutionWorkflow = (input: ExecutionInput) => Promise<ExecutionResult>;
export type UpkeepWorkflow = (input: UpkeepInput) => Promise<void>;

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  /** In USD. Null if no price is known. */
  cost: number | null;
  /** Calls without a price. */
  unpricedCalls?: number | undefined;
}

export interface TurnInput {
  /** At most 64 KB as JSON. Send longer texts by `textRef`. */
  text?: string;
  /** A text that our client stored. */
  textRef?: string;
  /** Instead of a text: at most 64 KB as JSON. Upload larger files first. */
  parts?: readonly MessagePart[];
  /** The failed, canceled or refused message to repeat. Resolves to a retry that runs or was answered. */
  retryOf?: string;
  /**
   * Template values under `trigger.data`: an object of at most 32 KB as JSON. Such a message gets its own
   * turn, or answers a question with its text alone.
   */
  data?: MessageData;
  /**
   * The answer's JSON Schema (draft 2020-12), at most 32,000 characters. The flow must end with an agent or a
   * model. Such a message gets its own turn.
   */
  output?: JsonSchema;
  /** The ended turn to answer again in a new branch, without later turns. */
  regenerateOf?: string;
  /** The ended turn whose message this one replaces, in a new branch. */
  editOf?: string;
  /** For idempotency. Other content throws `Turn.Conflict`. Default: the Update's id. */
  turnId?: string;
  /** Default: `queue`. An answer joins the turn that asked. */
  whileRunning?: WhileRunning;
  /** 1 (highest) to 5 (lowest). Default: 3. Ignored for a message that joins a turn. */
  priority?: number;
}

export interface TurnReceipt {
  /** Another turn's if the message answered its question. */
  turnId: string;
  executionId: string;
  /** The turns ahead. 0 if running or ended. */
  position: number;
}

export interface AskResult {
  turnId: string;
  executionId: string;
  text: string;
  /** Absent if truncated. */
  object?: Readonly<Record<string, unknown>>;
  /** The token limit was reached, or the provider filtered the answer. */
  finishReason?: CutOffReason;
  truncated?: true;
}

/** Default: the running turn, else the next one. */
export interface CancelTurnInput {
  turnId?: string;
}

export interface CancelTurnResult {
  turnId: string | null;
  status: FinalStatus | null;
}

/** A change of a queued message. Absent fields stay. */
export interface ChangeTurnInput {
  turnId: string;
  whileRunning?: WhileRunning;
  /** Replaces the message's text. Its files stay. At most 64 KB as JSON. */
  text?: string;
  /** A text that our client stored. */
  textRef?: string;
}

/** Must be failed, canceled or refused. */
export interface DropTurnInput {
  turnId: string;
  /** Later turns see the message again. */
  restore?: boolean;
}

export interface DropTurnResult {
  turnId: string;
}

export interface SwitchBranchInput {
  branch: number;
  /** Makes the switch idempotent. Default: the Update's id. */
  turnId?: string;
}

export interface ForkInput {
  /** The last shared turn. */
  at: string;
  /** Makes the fork idempotent. Default: `fork-` and the Update's id. */
  channel?: string;
  /** The new owner. Default: the same user. */
  user?: string;
}

export interface ForkResult {
  conversationId: string;
  channel: string;
}

export interface ConversationStatus {
  state: 'idle' | 'running' | 'closing';
  running: { turnId: string; executionId: string } | null;
  queued: readonly string[];
  recent: readonly { turnId: string; status: FinalStatus }[];
  turns: number;
  refused: { count: number; last: string | null };
  ignored?: { count: number; last: string };
}

/** Like the Updates, without a reply. */
export interface ConversationSignals {
  postTurn(input: TurnInput): void;
  cancelTurn(input: CancelTurnInput | undefined): void;
  dropTurn(input: DropTurnInput): void;
  switchBranch(input: SwitchBranchInput): void;
  clear(): void;
  close(): void;
  /** Loads stored turns that the Workflow does not know. Idempotent. */
  recover(): void;
}

export interface ConversationUpdates {
  submitTurn(input: TurnInput): TurnReceipt;
  ask(input: TurnInput): AskResult;
  cancelTurn(input: CancelTurnInput | undefined): CancelTurnResult;
  /** Changes a queued message, which keeps its id and its place among messages of its mode. Idempotent. */
  changeTurn(input: ChangeTurnInput): TurnReceipt;
  dropTurn(input: DropTurnInput): DropTurnResult;
  clear(): TurnReceipt;
  switchBranch(input: SwitchBranchInput): TurnReceipt;
  fork(input: ForkInput): ForkResult;
  close(): null;
}

export interface ConversationQueries {
  status(): ConversationStatus;
}

export interface ExecutionSignals {
  answered(input: WaitingNode): void;
  answer(input: AnswerInput): void;
}

export interface ExecutionUpdates {
  answer(input: AnswerInput): AnswerResult;
  pushStep(input: PushStepInput): PushStepResult;
}

export interface ExecutionQueries {
  status(): ExecutionStatusView;
  queues(): readonly AgentQueueSizes[];
}

export interface UpkeepSignals {
  wake(): void;
}
