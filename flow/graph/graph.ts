import type { FlowEdge } from '../definition.js';

/** Ids are unique, and edges end at nodes. */
export interface Graph {
  nodes: readonly { readonly id: string }[];
  edges: readonly FlowEdge[];
}

/** A definition, or what an execution shows of it. */
export interface KindGraph extends Graph {
  nodes: readonly { readonly id: string; readonly kind: string }[];
}
