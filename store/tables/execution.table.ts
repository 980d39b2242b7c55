import type { ColumnType, Generated } from 'kysely';
import type { Attachment } from '../../context/message/attachment.js';
import type { ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { JsonSchema } from '../../protocol/json-schema.js';
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
  task_queue: string | null;
  status: ExecutionStatus;
  position: number | null;
  branch: Generated<number>;
  current_seq: number | null;
  input: string | null;
  attachments: ColumnType<Attachment[] | null, string | null, string | null>;
  data: JsonColumn;
  output_schema: ColumnType<JsonSchema | null, string | null, string | null>;
  instructions: Generated<string | null>;
  output: string | null;
  result: JsonColumn;
  parent_node_id: string | null;
  /** The step of the parent's agent that started this execution. Null if a node did. */
  parent_step: number | null;
  parent_ordinal: number | null;
  depth: Generated<number>;
  trigger_id: string | null;
  given_tokens: number | null;
  returned_tokens: number | null;
  budget_root_id: number | null;
  error_type: string | null;
  error_message: string | null;
  created_at: Generated<Date>;
  started_late: Generated<boolean>;
  finished_at: Date | null;
}

export interface ExecutionTextTable {
  execution_id: number;
  hash: string;
  content: string;
}
