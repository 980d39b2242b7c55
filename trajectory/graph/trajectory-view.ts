import type { NodeType } from './node-types.js';
import type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';

/** A round, several joined rounds, or a pruned graph. */
export interface TrajectoryView {
  readonly nodes: readonly TrajectoryNode[];
  readonly edges: readonly TrajectoryEdge[];
  readonly pointers: readonly string[];
  readonly ends?: readonly string[];
  readonly root: string | null;
}

export type AutomaticNumbers = Readonly<Partial<Record<NodeType, number>>>;

/** May be incomplete. */
export interface RoundSnapshot {
  readonly owner: TrajectoryOwner;
  readonly nodes: readonly TrajectoryNode[];
  readonly edges: readonly TrajectoryEdge[];
  readonly pointers: readonly string[];
  readonly start: string | null;
  readonly numbers: AutomaticNumbers;
}
