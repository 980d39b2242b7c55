import type { TrajectoryNode } from '../graph/trajectory-node.js';
import { groupBy } from '../../protocol/group-by.js';

interface RoundNodes {
  round: number;
  nodes: readonly TrajectoryNode[];
}

export function splitByRound(nodes: readonly TrajectoryNode[]): RoundNodes[] {
  return [...groupBy(nodes, ({ owner }) => owner.round)]
    .map(([round, ofRound]) => ({ round, nodes: ofRound }))
    .sort((one, other) => one.round - other.round);
}
