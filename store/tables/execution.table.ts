import type { Generated } from 'kysely';
import type { ExecutionStatus } from '../../flow/execution/status.js';
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
  /** Place of its turn in the conversation. */
  position: number | null;
  /** The user message that this execution answers. */
  current_seq: number | null;
  /** Text it was started with outside a conversation. */
  input: string | null;
  /** Values it was started with, as JSON. */
  data: JsonColumn;
  output: string | null;
  /** What a sub-execution gave its parent. */
  result: JsonColumn;
  /** The node that started it. */
  parent_node_id: string | null;
  /** The tool call that started it; null: the node itself did. */
  parent_step: number | null;
  parent_ordinal: number | null;
  /** Levels of executions above it. */
  depth: Generated<number>;
  /** The trigger that fired; null: the flow's first that fits. */
  trigger_id: string | null;
  /** Tokens of what a sub-execution was given, and of what it gave back. */
  given_tokens: number | null;
  returned_tokens: number | null;
  /** Root of the tree whose budget it is under; null: it has none. */
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
