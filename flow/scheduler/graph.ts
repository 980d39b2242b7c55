import type { FlowEdge } from '../definition.js';

/** A node as the schedule sees it. Only loops have `loop`. */
export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly loop?: LoopSettings;
}

/** How many items of a loop run at once, and what a failed item does. */
export interface LoopSettings {
  readonly parallel: number;
  readonly onError: 'stop' | 'continue';
  /** A failed item stops the others at once; absent, as in plans of earlier versions: they go on to their ends. */
  readonly stopsAtOnce?: true | undefined;
}

/** The nodes and edges of a validated definition; the order of the nodes is the order of starts. */
export interface ScheduleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}
