import { EdgeIndex } from './edge-index.js';
import type { TrajectoryView } from './trajectory-view.js';

/**
 * Removes the Actions that lead to no pointer, and then all nodes that the root does not reach any more, so that what
 * led to the active branches is left. The rounds of a joined trajectory stay connected by their bridges.
 */
export function prune({ nodes, edges, pointers, root }: TrajectoryView): TrajectoryView {
  const leading = new EdgeIndex(edges).leadingTo(pointers);
  const live = new Set(
    nodes.filter(({ id, type }) => type !== 'Action' || leading.has(id)).map(({ id }) => id),
  );
  const liveEdges = edges.filter(({ from, to }) => live.has(from) && live.has(to));
  const reached = new EdgeIndex(liveEdges).reachableFrom(root !== null && live.has(root) ? [root] : []);
  return {
    nodes: nodes.filter(({ id }) => reached.has(id)),
    edges: liveEdges.filter(({ from }) => reached.has(from)),
    pointers: pointers.filter((id) => reached.has(id)),
    root,
  };
}
