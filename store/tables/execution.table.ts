import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../../context/attachments/attachment.js';
import type { ExecutionStatus } from '../../flow/execution/status.js';
import type { JsonSchema } from '../../protocol/asked-output.js';
import type { JsonColumn } from './node.table.js';

export interface ExecutionTable {
  id: Generated<number>;
  workflow_id: string;
  parent_id: number | null;
  root_id: number | null;
  conversation_id: number | null;
  flow_slug: string;
  flow_version: number;
  user_id: string | null;
  status: ExecutionStatus;
  /** Position of its turn in the conversation. */
  position: number | null;
  /** The branch of its conversation that it answers in. */
  branch: Generated<number>;
  /** Place of the user message that this execution answers. */
  current_seq: number | null;
  /** Input text of an execution outside a conversation. */
  input: string | null;
  /** The files in that text; null: it has none. */
  attachments: ColumnType<Attachment[] | null, string | null, string | null>;
  /** Input values, as JSON. */
  data: JsonColumn;
  /** The JSON Schema of the object that is wanted as its answer; null: none is asked for. */
  output_schema: ColumnType<JsonSchema | null, string | null, string | null>;
  /** Instructions of its sender beside the system prompts; null: none. */
  instructions: Generated<string | null>;
  output: string | null;
  /** The result that a sub-execution returned to its parent. */
  result: JsonColumn;
  /** The parent's node that started it. */
  parent_node_id: string | null;
  /** Step of the tool call that started it; null: the node itself did. */
  parent_step: number | null;
  parent_ordinal: number | null;
  /** The number of executions above it. */
  depth: Generated<number>;
  /** Id of the trigger that fired; null: the flow's first trigger that fits. */
  trigger_id: string | null;
  /** Tokens of the input that a sub-execution was given; `returned_tokens` are those of its result. */
  given_tokens: number | null;
  returned_tokens: number | null;
  /** Root of the tree whose budget pays for it; null: there is no budget. */
  budget_root_id: number | null;
  error_type: string | null;
  error_message: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ExecutionTextTable {
  execution_id: number;
  hash: string;
  content: string;
}
