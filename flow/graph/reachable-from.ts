import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapFollowers } from './neighbours.js';

/** Includes the node itself only on a cycle. */
export function reachableFrom(definition: Graph, nodeId: string): ReadonlySet<string> {
  const along = mapFollowers(definition);
  return collect(along.get(nodeId) ?? [], { along });
}
