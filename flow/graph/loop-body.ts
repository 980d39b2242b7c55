import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapFollowers } from './neighbours.js';

/**
 * Ids of the nodes that run once per item: those behind the loop's `item` edges, inner loops and their
 * bodies included.
 */
export function loopBody(definition: Graph, loopId: string): ReadonlySet<string> {
  const starts = definition.edges.filter(({ from, on }) => from === loopId && on === 'item');
  return collect(
    starts.map(({ to }) => to),
    { along: mapFollowers(definition), barred: loopId },
  );
}
