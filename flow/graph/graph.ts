import type { FlowEdge } from '../definition.js';

/** The shape of a flow; a definition is a graph, too. Ids are distinct, and edges end at nodes. */
export interface Graph {
  nodes: readonly { readonly id: string }[];
  edges: readonly FlowEdge[];
}
