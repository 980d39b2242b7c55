import type { TrajectoryNode } from '../graph/trajectory-node.js';
import { groupBy } from './group-by.js';

export interface RoundNodes {
  round: number;
  nodes: readonly TrajectoryNode[];
}

/** The nodes by their rounds, earliest first; within a round in their given order. */
export function roundsOf(nodes: readonly TrajectoryNode[]): RoundNodes[] {
  return [...groupBy(nodes, ({ owner }) => owner.round)]
    .map(([round, ofRound]) => ({ round, nodes: ofRound }))
    .sort((one, other) => one.round - other.round);
}
