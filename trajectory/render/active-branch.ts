import { EdgeIndex } from '../graph/edge-index.js';
import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType } from '../graph/node-types.js';
import type { TrajectoryEdge } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

export interface ActiveBranch {
  pointers: ReadonlySet<string>;
  /** On a path from the root to a pointer. */
  nodes: ReadonlySet<string>;
  has(edge: TrajectoryEdge): boolean;
}

/**
 * Finds the paths from the root to the pointers. Bridges from data or abandoned branches are skipped: all
 * leaves are bridged, but the agent did not go that way.
 */
export function activeBranch({ nodes, edges, pointers, ends, root }: TrajectoryView): ActiveBranch {
  const data = new Set(nodes.filter(({ type }) => isDataType(type)).map(({ id }) => id));
  const known = ends && new Set(ends);
  const isAside = (id: string): boolean => data.has(id) || known?.has(id) === false;
  const ways = edges.filter(({ from, type }) => !(type === CONTINUATION_EDGE && isAside(from)));
  const index = new EdgeIndex(ways);
  const ahead = index.reachableFrom(root === null ? [] : [root]);
  const active = new Set([...pointers, ...[...index.leadingTo(pointers)].filter((id) => ahead.has(id))]);
  const taken = new Set(ways.filter(({ from, to }) => active.has(from) && active.has(to)));
  return { pointers: new Set(pointers), nodes: active, has: (edge) => taken.has(edge) };
}
