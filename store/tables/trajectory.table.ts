import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { EdgeType } from '../../trajectory/graph/edge-types.js';
import type { NodeType } from '../../trajectory/graph/node-types.js';
import type { Attributes, NodeVersion } from '../../trajectory/graph/trajectory-node.js';
import type { NodeChange } from '../../trajectory/writes/trajectory-write.js';

/** A table partitioned by type. A node's text, if it has any, is in the trace at the same step and ordinal. */
export interface TrajectoryNodeTable {
  execution_id: number;
  step: number;
  /** Below 0: a thing that a tool call touched. */
  ordinal: number;
  type: NodeType;
  /** The number in its automatic label; null: somebody chose its label. */
  number: number | null;
  label: string | null;
  /** For a Query: the node whose run it is; `iteration` is its loop item. */
  node_id: string | null;
  iteration: string | null;
  /** For a Query: the last step that is recorded in the graph. */
  recorded_through: number | null;
  /** For a Query: the ends of the branches, as `step.ordinal`, separated by commas. */
  pointers: string | null;
  name: string | null;
  description: string | null;
  attributes: JSONColumnType<Attributes> | null;
  versions: JSONColumnType<Record<number, NodeVersion>> | null;
  /** The changes that tools and nodes made to it, oldest first; null: none. */
  changes: JSONColumnType<readonly NodeChange[]> | null;
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
  /** Generated from the next two columns. */
  session: GeneratedAlways<string>;
  conversation_id: number | null;
  execution_id: number | null;
  sub_agent: string;
  /** The number of nodes so far of each type, in the order of `NODE_TYPES`. */
  counts: number[];
}

/** `running`: it is being made. `lost`: nobody knows how it ended, because its worker stopped. */
export type PortraitStatus = 'running' | 'adopted' | 'unusable' | 'failed' | 'lost';

/** A model call that described things which agents touched. */
export interface PortraitTable {
  /** Generated from the next two columns. */
  session: GeneratedAlways<string>;
  conversation_id: number | null;
  /** The execution outside conversations whose things it described. */
  execution_id: number | null;
  ordinal: number;
  /** The turn after which it was made; 1 for an execution outside conversations. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  /** The number of nodes that it described. */
  described: Generated<number>;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** USD; null: the model's price is not known. */
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
