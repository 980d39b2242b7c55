import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ContextManifest } from '../../context/manifest.js';
import type { TraceContent } from '../../context/trace-content.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';

export type ModelCallStatus = 'planned' | 'running' | 'completed' | 'failed' | 'cancelled';

export type ModelCallPurpose = 'answer' | 'compaction' | 'placed';
export type GuardAction = 'nudge' | 'forced';

export interface ModelCallTable {
  execution_id: number;
  step: number;
  node_id: string;
  status: ModelCallStatus;
  /** Each try takes the next number. Writes that carry an older number are refused. */
  attempt: Generated<number>;
  /** Failures of the model itself. Restarts of the worker do not count. */
  failures: Generated<number>;
  /**
   * The purpose of the call: an agent's step, or a summary of its context. `placed`: the flow placed the call,
   * and no model was called.
   */
  purpose: Generated<ModelCallPurpose>;
  /** The loop item that the node ran for. */
  iteration: Generated<string>;
  /** Whether readers of the stream see the text. They do not see the text of nodes that do not answer. */
  is_shown: Generated<boolean>;
  /** The action of the loop guards on the call: a nudge in its context, or no more tools. */
  guard: GuardAction | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  /** USD; null: the model's price is not known. */
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  finish_reason: string | null;
  provider_response_id: string | null;
  error_type: string | null;
  error_message: string | null;
  /** The provider refused what it was sent, and would refuse it again. */
  is_refused: Generated<boolean>;
  first_token_ms: number | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ContextManifestTable {
  execution_id: number;
  step: number;
  manifest: JSONColumnType<ContextManifest>;
}

export interface ToolCallTable {
  execution_id: number;
  step: number;
  ordinal: number;
  name: string;
  attempt: Generated<number>;
  /** Equal for calls with equal arguments; finds repeated calls. */
  arguments_hash: string | null;
  is_error: boolean | null;
  /** The key that its tool is given; a retry of the turn gives it the same. Null if the call never ran. */
  idempotency_key: string | null;
  /** It ended, but whether the tool did its work is unknown. */
  is_unknown: Generated<boolean>;
  /** Row id of the execution of the earlier attempt whose result it has; null if it ran itself. */
  reused_from: number | null;
  /** How far the call says it is, while it runs; null: it said nothing. */
  progress: string | null;
  /** The things that the tool says it read, wrote or found; null: none. */
  touched: JSONColumnType<readonly Touched[]> | null;
  /** The nodes and edges that it wrote into the trajectory; null: none. */
  writes: JSONColumnType<readonly TrajectoryWrite[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

export interface TraceMessageTable {
  execution_id: number;
  step: number;
  /** 0: the model's message; 1 and up: the results of its tool calls, in their order. */
  ordinal: number;
  node_id: string;
  role: 'assistant' | 'tool';
  content: JSONColumnType<TraceContent>;
  /** Tokens of the message when it is sent. */
  token_count: number;
  /** Tokens of the message that are never sent, such as thinking. */
  hygiene_tokens: Generated<number>;
  /** Tokens of the whole result, where this row only points at it. */
  spilled_tokens: Generated<number>;
  is_partial: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface StreamChunkTable {
  execution_id: number;
  step: number;
  attempt: number;
  /** Where the chunk begins in the call's visible text, in UTF-16 units. */
  start_offset: number;
  content: string;
  /** Where the thoughts of the chunk begin among those of the call, in UTF-16 units. */
  reasoning_offset: Generated<number>;
  reasoning: Generated<string>;
}

export interface GeneratedTextTable {
  hash: string;
  content: string;
  created_at: Generated<Date>;
}

export type CompactionStatus = 'adopted' | 'not-smaller' | 'failed' | 'skipped';

export interface CompactionTable {
  execution_id: number;
  /** The step of the compaction's own model call. */
  step: number;
  status: CompactionStatus;
  /** Why the compaction was not adopted. */
  reason: string | null;
  summary: string | null;
  /**
   * The first of the thread's messages that this summary has, up to `through_seq`; null: it has none, and the thread's own
   * summary covers those up to `through_seq`.
   */
  first_seq: number | null;
  through_seq: number | null;
  /** The last of the execution's steps that are summarized. */
  through_step: number;
  tokens_before: number;
  tokens_after: number | null;
  messages_before: number;
  messages_after: number | null;
  created_at: Generated<Date>;
}
