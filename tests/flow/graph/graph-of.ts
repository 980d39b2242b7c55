import type { FlowEdge } from '../../../flow/definition.js';
import type { Graph } from '../../../flow/graph/graph.js';

export function graphOf(nodes: string, ...edges: string[]): Graph {
  return {
    nodes: nodes.split(' ').map((id) => ({ id })),
    edges: edges.map((edge) => {
      const [from = '', to = '', on] = edge.split(' ');
      return { from, to, on: on as FlowEdge['on'] };
    }),
  };
}
