import type { FlowEdge } from '../definition.js';

/** A node as the schedule sees it. Only loops have `loop`: how many items run at once, and what a failed item does. */
export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly loop?: { readonly parallel: number; readonly onError: 'stop' | 'continue' };
}

/** The nodes and edges of a validated definition; the order of the nodes is the order of starts. */
export interface ScheduleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}
