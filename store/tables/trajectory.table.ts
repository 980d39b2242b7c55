import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { EdgeType } from '../../trajectory/graph/edge-types.js';
import type { NodeType } from '../../trajectory/graph/node-types.js';
import type { Attributes, NodeVersion } from '../../trajectory/graph/trajectory-node.js';
import type { NodeChange } from '../../trajectory/writes/trajectory-write.js';

/** Partitioned by type. The trace has a node's text, at the same step and ordinal. */
export interface TrajectoryNodeTable {
  execution_id: number;
  step: number;
  /** Negative for what a tool call read or changed. */
  ordinal: number;
  type: NodeType;
  /** Null if a tool chose the label. */
  number: number | null;
  label: string | null;
  /** Only for a Query: its node and loop item. */
  node_id: string | null;
  iteration: string | null;
  recorded_through: number | null;
  /** Only for a Query: its branches' ends, such as `3.1`. */
  pointers: string | null;
  name: string | null;
  description: string | null;
  attributes: JSONColumnType<Attributes> | null;
  versions: JSONColumnType<Record<number, NodeVersion>> | null;
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

export interface TrajectoryAgentTable {
  session: GeneratedAlways<string>;
  conversation_id: number | null;
  execution_id: number | null;
  sub_agent: string;
  counts: number[];
}

/** `lost`: the worker stopped, so the outcome is unknown. */
export type PortraitStatus = 'running' | 'adopted' | 'unusable' | 'failed' | 'lost';

export interface PortraitTable {
  session: GeneratedAlways<string>;
  conversation_id: number | null;
  execution_id: number | null;
  ordinal: number;
  /** The number of the turn before the call, or 1 outside conversations. */
  position: number;
  status: PortraitStatus;
  reason: string | null;
  described: Generated<number>;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}
