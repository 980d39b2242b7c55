import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ApprovalStatus, NodeStatus } from '../../flow/execution/status.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';

/** Any JSON value: text going in, parsed coming out; null when there is none. */
export type JsonColumn = ColumnType<unknown, string | null | undefined, string | null>;

export interface NodeOutputTable {
  execution_id: number;
  node_id: string;
  /** Which item of a loop it ran for: `3`, in a loop inside a loop `3.0`; outside of loops empty. */
  iteration: Generated<string>;
  /** Ordinal of the run in its execution; its steps are numbered from it. */
  run: number;
  kind: string;
  status: Exclude<NodeStatus, 'pending' | 'skipped'>;
  /** Null where the trace message at `answer_step` is what it gave. Read `node_result`. */
  output: JsonColumn;
  /** The message that other nodes see of it. */
  answer_step: number | null;
  /** Of its own work; worker restarts do not count. */
  failures: Generated<number>;
  error_type: string | null;
  error_message: string | null;
  waits_until: Date | null;
  /** What its work says it read, wrote or found; null: nothing. */
  touched: JSONColumnType<readonly Touched[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

/** A view: node runs with what they gave, wherever that is stored. */
export interface NodeResultView {
  execution_id: number;
  node_id: string;
  iteration: string;
  run: number;
  kind: string;
  status: NodeOutputTable['status'];
  answer_step: number | null;
  output: JsonColumn;
}

export interface LoopItemTable {
  execution_id: number;
  node_id: string;
  /** Of the loop itself. */
  iteration: string;
  position: number;
  item: JsonColumn;
}

export interface ApprovalTable {
  execution_id: number;
  node_id: string;
  iteration: Generated<string>;
  prompt: string;
  status: Generated<ApprovalStatus>;
  answer: string | null;
  /** The message of a conversation that was the answer. */
  answer_turn_id: string | null;
  expires_at: Date | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}
