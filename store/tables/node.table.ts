import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ApprovalStatus, NodeStatus } from '../../flow/execution/status.js';
import type { Touched } from '../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../trajectory/writes/trajectory-write.js';

/** A column for any JSON value: written as text, read as a parsed value, null when there is none. */
export type JsonColumn = ColumnType<unknown, string | null | undefined, string | null>;

export interface NodeOutputTable {
  execution_id: number;
  node_id: string;
  /** The loop item that it ran for: `3`, or `3.0` in a loop inside a loop. Empty outside of loops. */
  iteration: Generated<string>;
  /** Ordinal of the run in its execution. The numbers of its steps are derived from it. */
  run: number;
  kind: string;
  status: Exclude<NodeStatus, 'pending' | 'skipped'>;
  /** Null where the result is the trace message at `answer_step`. Read the view `node_result` instead. */
  output: JsonColumn;
  /** Step of the trace message that other nodes see of this node. */
  answer_step: number | null;
  /** Failures of the node's own work. Restarts of the worker do not count. */
  failures: Generated<number>;
  error_type: string | null;
  error_message: string | null;
  waits_until: Date | null;
  /** The things that its work says it read, wrote or found; null: none. */
  touched: JSONColumnType<readonly Touched[]> | null;
  /** The nodes and edges that it wrote into the trajectory; null: none. */
  writes: JSONColumnType<readonly TrajectoryWrite[]> | null;
  started_at: Generated<Date>;
  finished_at: Date | null;
}

/** A view of node runs with their results, each read from where it is stored. */
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
  /** The loop item that the loop itself runs for. */
  iteration: string;
  position: number;
  item: JsonColumn;
}

export interface ApprovalTable {
  execution_id: number;
  node_id: string;
  iteration: Generated<string>;
  /** The step of the tool call that is asked about; 0: the node itself asks. */
  step: Generated<number>;
  /** Which of the step's tool calls, from 1; 0: none. */
  ordinal: Generated<number>;
  /** Id and tool of that call, as the model gave them; null: there is none. */
  tool_call_id: string | null;
  tool_name: string | null;
  /** The user of the execution, for a question about a tool call; null: there is none. */
  asked_user_id: string | null;
  /** A page is to run that call: the answer is its output. */
  wants_output: Generated<boolean>;
  prompt: string;
  /** Its node goes on with any answer, so that every reply is one. */
  takes_any_answer: Generated<boolean>;
  status: Generated<ApprovalStatus>;
  answer: string | null;
  /** Id of the message of the conversation that settled it, as its answer or by saying something else. */
  answer_turn_id: string | null;
  /** Roles of which an approver needs one; null: the requesting user answers. */
  approver_roles: string[] | null;
  /** The number of approvers who have to agree. */
  quorum: Generated<number>;
  /** The input of the tool call that is asked about. */
  input: JsonColumn;
  /** Why the schemas of workers reject the input, by the id of the worker. */
  misfits: ColumnType<Readonly<Record<string, string>>, never, string>;
  /** When the next webhook request is due. Null: the webhook has accepted one. */
  webhook_at: Generated<Date | null>;
  webhook_tries: Generated<number>;
  expires_at: Date | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

/** The answer of one approver to a question. */
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
