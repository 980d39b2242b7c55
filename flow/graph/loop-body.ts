import { collect } from './collect.js';
import type { Graph } from './graph.js';
import { mapFollowers } from './neighbours.js';

export function loopBody(definition: Graph, loopId: string): ReadonlySet<string> {
  const starts = definition.edges.filter(({ from, on }) => from === loopId && on === 'item');
  return collect(
    starts.map(({ to }) => to),
    { along: mapFollowers(definition), barred: loopId },
  );
}
