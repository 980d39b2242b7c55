import type { FlowEdge } from '../definition.js';

/** Ids are unique, and edges end at nodes. */
export interface Graph {
  nodes: readonly { readonly id: string }[];
  edges: readonly FlowEdge[];
}
