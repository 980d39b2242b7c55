import type { FlowEdge } from '../definition.js';
import type { Graph } from './graph.js';

export type Neighbours = ReadonlyMap<string, readonly string[]>;

/** Ignores the `next` edges of loops. */
export function mapFollowers(graph: Graph): Neighbours {
  return neighbours(graph, ({ from, to }) => [from, to]);
}

export function mapPredecessors(graph: Graph): Neighbours {
  return neighbours(graph, ({ from, to }) => [to, from]);
}

function neighbours(graph: Graph, endsOf: (edge: FlowEdge) => readonly [string, string]): Neighbours {
  const lists = new Map<string, string[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const edge of graph.edges) {
    if (edge.on === 'next') continue;
    const [near, far] = endsOf(edge);
    lists.get(near)?.push(far);
  }
  return lists;
}
