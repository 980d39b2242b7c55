import type { FlowEdge } from '../definition.js';

/** Node ids are unique, and every edge ends at a node. */
export interface Graph {
  nodes: readonly { readonly id: string }[];
  edges: readonly FlowEdge[];
}

export interface KindGraph extends Graph {
  nodes: readonly { readonly id: string; readonly kind: string }[];
}
