import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';

/** The owner of a trajectory: one agent's run in one round of one session. */
export interface TrajectoryOwner {
  user: string;
  /** Workflow ID of the conversation; outside a conversation that of the execution. */
  session: string;
  /** Place of the turn in its conversation, from 1; always 1 outside a conversation. */
  round: number;
  /**
   * The agent's node, with its iteration in a loop: `agent`, `writer/3`; of a sub-execution behind its path below the
   * turn's execution: `research/1/agent`.
   */
  subAgent: string;
}

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Values of a node by the attributes of its type. */
export type Attributes = Readonly<Record<string, JsonValue>>;

/** The values that one change of a node replaced; null: there was none before. */
export type NodeVersion = Readonly<Record<string, JsonValue>>;

export interface TrajectoryNode {
  /** `Type(label)`. */
  id: string;
  type: NodeType;
  /** The type in small letters and a five-digit counter of the session, or a name of somebody's choice. */
  label: string;
  description: string | null;
  owner: TrajectoryOwner;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** By number, from 1: each holds the values that the change of that number replaced. */
  versions: Readonly<Record<number, NodeVersion>>;
  /** By the same numbers: why the change was made, where somebody said it. */
  reasons?: Readonly<Record<number, string>>;
  attributes: Attributes;
}

export interface TrajectoryEdge {
  from: string;
  to: string;
  type: EdgeType;
}
