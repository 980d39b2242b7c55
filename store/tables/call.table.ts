import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import type { TraceContent } from '../../context/message/trace-content.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';
import type { ModelCallStatus, ModelCallPurpose, GuardAction, CompactionStatus } from '../../views/call.js';

export interface ModelCallTable {
  execution_id: number;
  step: number;
  node_id: string;
  status: ModelCallStatus;
  /** An attempt with a lower number can no longer write. */
  attempt: Generated<number>;
  /** Does not count restarts of workers. */
  failures: Generated<number>;
  /** `placed`: the flow requested the tool call without a model. */
  purpose: Generated<ModelCallPurpose>;
  iteration: Generated<string>;
  is_shown: Generated<boolean>;
  /** True for a second call, made because the first answer did not match its schema. */
  is_repair: Generated<boolean>;
  guard: GuardAction | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  finish_reason: string | null;
  provider_response_id: string | null;
  error_type: string | null;
  error_message: string | null;
  /** True if the provider would reject the request again. */
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
  arguments_hash: string | null;
  is_error: boolean | null;
  /**
   * Passed to the tool, and the same for a retry. Null if the tool never ran. With a leading `/`, it
   * continues the execution's Workflow ID.
   */
  idempotency_key: string | null;
  is_unknown: Generated<boolean>;
  reused_from: number | null;
  progress: string | null;
  touched: JSONColumnType<readonly Touched[]> | null;
  writes: JSONColumnType<readonly TrajectoryWrite[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

export interface TraceMessageTable {
  execution_id: number;
  step: number;
  /** 0 is the model's message; tool results follow. */
  ordinal: number;
  content: JSONColumnType<TraceContent>;
  token_count: number;
  /** Tokens of parts that are never sent again, such as thinking. */
  hygiene_tokens: Generated<number>;
  /** Tokens of a result that this row only references. */
  spilled_tokens: Generated<number>;
  is_partial: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface StreamChunkTable {
  execution_id: number;
  step: number;
  attempt: number;
  start_offset: number;
  content: string;
  reasoning_offset: Generated<number>;
  reasoning: Generated<string>;
}

export interface GeneratedTextTable {
  hash: string;
  content: string;
  created_at: Generated<Date>;
}

export interface CompactionTable {
  execution_id: number;
  step: number;
  status: CompactionStatus;
  reason: string | null;
  summary: string | null;
  first_seq: number | null;
  through_seq: number | null;
  through_step: number;
  tokens_before: number;
  tokens_after: number | null;
  messages_before: number;
  messages_after: number | null;
  created_at: Generated<Date>;
}
