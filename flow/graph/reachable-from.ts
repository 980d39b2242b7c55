import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapFollowers } from './neighbours.js';

/** Returns all nodes that can be reached from the node. They include the node itself only on a cycle. */
export function reachableFrom(definition: Graph, nodeId: string): ReadonlySet<string> {
  const along = mapFollowers(definition);
  return collect(along.get(nodeId) ?? [], { along });
}
