import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { EdgeType } from '../../trajectory/graph/edge-types.js';
import type { NodeType } from '../../trajectory/graph/node-types.js';
import type { Attributes, NodeVersion } from '../../trajectory/graph/trajectory-node.js';

/** Partitioned by type. What a node says is in the trace, at the same step and ordinal, where there is something. */
export interface TrajectoryNodeTable {
  execution_id: number;
  step: number;
  /** Below 0: what a tool call touched. */
  ordinal: number;
  type: NodeType;
  /** Of its automatic label; null: it has one of somebody's choice. */
  number: number | null;
  label: string | null;
  /** Of a Query: the node whose run it is, and for which item of a loop. */
  node_id: string | null;
  iteration: string | null;
  /** Of a Query: the last step whose conclusion is in the graph. */
  recorded_through: number | null;
  /** Of a Query: where the branches end, as `step.ordinal`, with commas. */
  pointers: string | null;
  name: string | null;
  description: string | null;
  attributes: JSONColumnType<Attributes> | null;
  versions: JSONColumnType<Record<number, NodeVersion>> | null;
  created_at: Date | null;
}

export interface TrajectoryEdgeTable {
  execution_id: number;
  from_step: number;
  from_ordinal: number;
  to_step: number;
  to_ordinal: number;
  type: EdgeType;
}

/** The agents of a session, which is a conversation or an execution outside one. */
export interface TrajectoryAgentTable {
  /** Made of the two below. */
  session: GeneratedAlways<string>;
  conversation_id: number | null;
  execution_id: number | null;
  sub_agent: string;
  /** Nodes so far by the place of their type in `NODE_TYPES`. */
  counts: number[];
}

export type PortraitStatus = 'adopted' | 'unusable' | 'failed';

/** A call that described what was touched. */
export interface PortraitTable {
  conversation_id: number;
  ordinal: number;
  /** The turn that it was made after. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  /** Nodes that it described. */
  described: Generated<number>;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost: ColumnType<string, string | undefined, string>;
  created_at: Generated<Date>;
}
