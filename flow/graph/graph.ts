import type { FlowEdge } from '../definition.js';

/** What of a flow makes its shape; a definition is one. Ids are distinct, edges end at nodes. */
export interface Graph {
  nodes: readonly { readonly id: string }[];
  edges: readonly FlowEdge[];
}
