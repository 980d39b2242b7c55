import { groupBy } from '../../protocol/group-by.js';
import { EdgeIndex } from './edge-index.js';
import { CONTINUATION_EDGE } from './edge-types.js';
import type { TrajectoryEdge, TrajectoryNode } from './trajectory-node.js';

/** `nodes` must be in round order. */
export function bridgeRounds(
  nodes: readonly TrajectoryNode[],
  edges: readonly TrajectoryEdge[],
): TrajectoryEdge[] {
  const index = new EdgeIndex(edges);
  const rounds = [...groupBy(nodes, ({ owner }) => owner.round).values()];
  return rounds.flatMap((round, at) => {
    const to = rounds[at + 1]?.find(({ type }) => type === 'Query')?.id;
    if (to === undefined) return [];
    return round
      .filter(({ id }) => index.isLeaf(id))
      .map(({ id }) => ({ from: id, to, type: CONTINUATION_EDGE }));
  });
}
