import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ApprovalStatus, NodeStatus } from '../../flow/execution/execution-status.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';

export type JsonColumn = ColumnType<unknown, string | null | undefined, string | null>;

export interface NodeOutputTable {
  execution_id: number;
  node_id: string;
  /** Such as `3`, or `3.0` in a nested loop. */
  iteration: Generated<string>;
  /** Step numbers are derived from this number. */
  run: number;
  kind: string;
  status: Exclude<NodeStatus, 'pending' | 'skipped'>;
  /** If null, the trace has the result: read `node_result`. */
  output: JsonColumn;
  answer_step: number | null;
  failures: Generated<number>;
  error_type: string | null;
  error_message: string | null;
  waits_until: Date | null;
  touched: JSONColumnType<readonly Touched[]> | null;
  writes: JSONColumnType<readonly TrajectoryWrite[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

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
  iteration: string;
  position: number;
  item: JsonColumn;
}

export interface ApprovalTable {
  execution_id: number;
  node_id: string;
  iteration: Generated<string>;
  step: Generated<number>;
  ordinal: Generated<number>;
  tool_call_id: string | null;
  tool_name: string | null;
  asked_user_id: string | null;
  /** True if a page runs the call and answers with its output. */
  wants_output: Generated<boolean>;
  prompt: string;
  takes_any_answer: Generated<boolean>;
  status: Generated<ApprovalStatus>;
  answer: string | null;
  answer_turn_id: string | null;
  /** Null if the requesting user answers. */
  approver_roles: string[] | null;
  quorum: Generated<number>;
  input: JsonColumn;
  /** Why the stored input no longer fits the tool, by the id of the worker that checked. */
  misfits: ColumnType<Readonly<Record<string, string>>, never, string>;
  webhook_at: Generated<Date | null>;
  webhook_tries: Generated<number>;
  expires_at: Date | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface ApprovalVoteTable {
  execution_id: number;
  node_id: string;
  iteration: string;
  step: number;
  ordinal: number;
  voter: string;
  answer: string;
  created_at: Generated<Date>;
}
