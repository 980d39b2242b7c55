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
}

/** Whether a failed item stops other items of the loop that run. */
export function stopsOthers(loop: LoopSettings | undefined): boolean {
  return loop !== undefined && loop.parallel > 1 && loop.onError === 'stop';
}

/** The nodes and edges of a validated definition; the order of the nodes is the order of starts. */
export interface ScheduleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}
