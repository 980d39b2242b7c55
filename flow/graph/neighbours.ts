import type { FlowEdge } from '../definition.js';
import type { Graph } from './graph.js';

/** Ids by the id of the node that they are next to. */
export type Neighbours = ReadonlyMap<string, readonly string[]>;

/** For each node those that its edges lead to, in the edges' order; the way back from a body to its loop is none. */
export function mapFollowers(graph: Graph): Neighbours {
  return neighbours(graph, ({ from, to }) => [from, to]);
}

/** For each node those whose edges lead to it, in the edges' order; the way back from a body to its loop is none. */
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
