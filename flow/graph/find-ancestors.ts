import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapPredecessors } from './neighbours.js';

/** Includes the node itself only on a cycle. */
export function findAncestors(definition: Graph, nodeId: string): ReadonlySet<string> {
  const along = mapPredecessors(definition);
  return collect(along.get(nodeId) ?? [], { along });
}
