import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapPredecessors } from './neighbours.js';

/** Returns all nodes from which the node can be reached. They include the node itself only on a cycle. */
export function findAncestors(definition: Graph, nodeId: string): ReadonlySet<string> {
  const along = mapPredecessors(definition);
  return collect(along.get(nodeId) ?? [], { along });
}
