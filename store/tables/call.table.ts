import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ContextManifest } from '../../context/manifest.js';
import type { TraceContent } from '../../context/trace-content.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';

export type ModelCallStatus = 'planned' | 'running' | 'completed' | 'failed' | 'cancelled';

export type ModelCallPurpose = 'answer' | 'compaction' | 'placed';
export type GuardAction = 'nudge' | 'forced';

export interface ModelCallTable {
  execution_id: number;
  step: number;
  node_id: string;
  status: ModelCallStatus;
  /** Fence: each try takes the next number, and writes of an older one are refused. */
  attempt: Generated<number>;
  /** Failures of the model itself; worker restarts do not count. */
  failures: Generated<number>;
  /** What the call is for: an agent's step, or a summary of what it has seen; `placed`: no model was called. */
  purpose: Generated<ModelCallPurpose>;
  /** Which item of a loop the node ran for. */
  iteration: Generated<string>;
  /** Whether its text goes to whoever reads the stream: other nodes' work does not. */
  is_shown: Generated<boolean>;
  /** What the loop guards did to the call: a nudge in its context, or no more tools. */
  guard: GuardAction | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  cost: ColumnType<string, string | undefined, string>;
  finish_reason: string | null;
  provider_response_id: string | null;
  error_type: string | null;
  error_message: string | null;
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
  /** By which a repeated call is known. */
  arguments_hash: string | null;
  is_error: boolean | null;
  /** What it says it read, wrote or found; null: nothing. */
  touched: JSONColumnType<readonly Touched[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

export interface TraceMessageTable {
  execution_id: number;
  step: number;
  /** 0: what the model said; 1 and up: the results of its tool calls, in their order. */
  ordinal: number;
  node_id: string;
  role: 'assistant' | 'tool';
  content: JSONColumnType<TraceContent>;
  /** What the message costs when it is sent. */
  token_count: number;
  /** Tokens of it that are never sent: thinking. */
  hygiene_tokens: Generated<number>;
  /** Tokens of the whole result that this row only points at. */
  spilled_tokens: Generated<number>;
  is_partial: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface StreamChunkTable {
  execution_id: number;
  step: number;
  attempt: number;
  /** In UTF-16 units of the call's visible text. */
  start_offset: number;
  content: string;
}

export interface GeneratedTextTable {
  hash: string;
  content: string;
  created_at: Generated<Date>;
}

export type CompactionStatus = 'adopted' | 'not-smaller' | 'failed' | 'skipped';

export interface CompactionTable {
  execution_id: number;
  /** Of the compaction's own model call. */
  step: number;
  status: CompactionStatus;
  /** Why it was not adopted. */
  reason: string | null;
  summary: string | null;
  /** The thread's messages from here to `through_seq` are summarized; null: none of a thread are. */
  first_seq: number | null;
  through_seq: number | null;
  /** The execution's steps up to here are summarized. */
  through_step: number;
  tokens_before: number;
  tokens_after: number | null;
  messages_before: number;
  messages_after: number | null;
  created_at: Generated<Date>;
}
