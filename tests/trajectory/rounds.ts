import { TrajectoryGraph } from '../../trajectory/graph/trajectory-graph.js';
import type { NewNode } from '../../trajectory/graph/new-node.js';
import type { NodeType } from '../../trajectory/graph/node-types.js';
import type { TrajectoryNode, TrajectoryOwner } from '../../trajectory/graph/trajectory-node.js';
import type { AutomaticNumbers } from '../../trajectory/graph/trajectory-view.js';

export const CREATED_AT = '2026-03-01T10:00:00.000Z';

export const QUERY = 'Query(query00000)';

export function ownerOf(round: number, subAgent = 'agent'): TrajectoryOwner {
  return { user: 'ada', session: 'chat/1', round, subAgent };
}

export function startRound(round = 1, options?: { numbers?: AutomaticNumbers }): TrajectoryGraph {
  const graph = new TrajectoryGraph(ownerOf(round), options);
  graph.register({ type: 'Query', createdAt: CREATED_AT });
  return graph;
}

export function add(
  graph: TrajectoryGraph,
  type: NodeType,
  input: Omit<Partial<NewNode>, 'type'> = {},
): string {
  return addNode(graph, type, input).id;
}

export function addNode(
  graph: TrajectoryGraph,
  type: NodeType,
  input: Omit<Partial<NewNode>, 'type'> = {},
): TrajectoryNode {
  return graph.register({ type, createdAt: CREATED_AT, ...input });
}
