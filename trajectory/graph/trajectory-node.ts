import type { EdgeType } from './edge-types.js';
import type { NodeType } from './node-types.js';

/** Whose trajectory it is: one agent's run in one round of one session. */
export interface TrajectoryOwner {
  user: string;
  /** Workflow ID of the conversation; of an execution outside one: its own. */
  session: string;
  /** Place of the turn in its conversation, from 1; outside one 1. */
  round: number;
  /**
   * The agent's node, with its iteration in a loop: `agent`, `writer/3`; of a sub-execution behind its path below the
   * turn's execution: `research/1/agent`.
   */
  subAgent: string;
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What a node of a type says besides what all have. */
export type Attributes = Readonly<Record<string, Json>>;

/** Old values of what a change of a node replaced; null: there was none. */
export type NodeVersion = Readonly<Record<string, Json>>;

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
  /** By their numbers, from 1: each holds what the change that made it replaced. */
  versions: Readonly<Record<number, NodeVersion>>;
  attributes: Attributes;
}

export interface TrajectoryEdge {
  from: string;
  to: string;
  type: EdgeType;
}
