import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';

export interface TrajectoryOwner {
  user: string;
  /** The Workflow ID of the conversation, or of an execution outside conversations. */
  session: string;
  /** The turn's position in its conversation. 1 outside conversations. */
  round: number;
  /**
   * The agent's node and loop iteration, such as `writer/3`. For a sub-execution, its path comes first:
   * `research/1/agent`.
   */
  subAgent: string;
}

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type Attributes = Readonly<Record<string, JsonValue>>;

export type NodeVersion = Readonly<Record<string, JsonValue>>;

export interface TrajectoryNode {
  id: string;
  type: NodeType;
  label: string;
  description: string | null;
  owner: TrajectoryOwner;
  createdAt: string;
  /** The values that each change replaced, numbered from 1. */
  versions: Readonly<Record<number, NodeVersion>>;
  reasons?: Readonly<Record<number, string>>;
  attributes: Attributes;
}

export interface TrajectoryEdge {
  from: string;
  to: string;
  type: EdgeType;
}
