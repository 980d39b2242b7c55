import { EdgeIndex } from './edge-index.js';
import type { TrajectoryView } from './trajectory-view.js';

/**
 * What matters to the active branches: without the Actions that lead to no pointer, and without what the root then
 * does not reach. Of joined rounds the earlier ones lead on through their bridges.
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
