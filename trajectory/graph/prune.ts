import { bridgeRounds } from './bridge-rounds.js';
import { EdgeIndex } from './edge-index.js';
import { CONTINUATION_EDGE } from './edge-types.js';
import { REFUSED } from './node-types.js';
import type { TrajectoryNode } from './trajectory-node.js';
import type { TrajectoryView } from './trajectory-view.js';

/** Removes Actions and refused answers that lead to no pointer, then all unreachable nodes. */
export function prune({ nodes, edges, pointers, ends, root }: TrajectoryView): TrajectoryView {
  // Each round has its own branches, so continuations do not count.
  const within = edges.filter(({ type }) => type !== CONTINUATION_EDGE);
  const leading = new EdgeIndex(within).leadingTo(ends ?? pointers);
  const live = new Set(nodes.filter((node) => !isTry(node) || leading.has(node.id)).map(({ id }) => id));
  const kept = nodes.filter(({ id }) => live.has(id));
  const keptEdges = within.filter(({ from, to }) => live.has(from) && live.has(to));
  // The end of a round whose successors were removed gets new bridges, as a leaf does.
  const bridged = [...keptEdges, ...bridgeRounds(kept, keptEdges)];
  const reached = new EdgeIndex(bridged).reachableFrom(root !== null && live.has(root) ? [root] : []);
  return {
    nodes: kept.filter(({ id }) => reached.has(id)),
    edges: bridged.filter(({ from }) => reached.has(from)),
    pointers: pointers.filter((id) => reached.has(id)),
    ends: ends?.filter((id) => reached.has(id)),
    root,
  };
}

/** A State next to a branch is knowledge, unless its answer was requested again. */
function isTry({ type, attributes }: TrajectoryNode): boolean {
  return type === 'Action' || (type === 'State' && attributes['currentStatus'] === REFUSED);
}
