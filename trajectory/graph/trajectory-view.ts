import type { NodeType } from './node-types.js';
import type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';

/** A graph to look at: of one round, of several joined rounds, or what pruning leaves of them. */
export interface TrajectoryView {
  /** In the order in which they were registered. */
  readonly nodes: readonly TrajectoryNode[];
  readonly edges: readonly TrajectoryEdge[];
  /** Ids of the ends of the active branches. */
  readonly pointers: readonly string[];
  /** Of joined rounds: the ends of the active branches of each; absent: there is one round, and they are its pointers. */
  readonly ends?: readonly string[];
  /** Id of the first question; null before there is one. */
  readonly root: string | null;
}

/** Next automatic number of each type; a type without an entry begins at 0. */
export type AutomaticNumbers = Readonly<Partial<Record<NodeType, number>>>;

/**
 * One round as it is stored: its own nodes and edges, never a bridge. It may hold only some of the round's nodes: all
 * nodes that its edges and pointers name must be among them, `start` need not.
 */
export interface RoundSnapshot {
  readonly owner: TrajectoryOwner;
  readonly nodes: readonly TrajectoryNode[];
  readonly edges: readonly TrajectoryEdge[];
  readonly pointers: readonly string[];
  /** Id of the round's Query; null: it has none yet. */
  readonly start: string | null;
  readonly numbers: AutomaticNumbers;
}
