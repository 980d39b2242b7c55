import type { FlowEdge } from '../definition.js';

/** Only loops have `loop`. */
export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly loop?: LoopSettings;
}

export interface LoopSettings {
  readonly parallel: number;
  readonly onError: 'stop' | 'continue';
}

/** Whether a failed item stops the loop's other running items. */
export function stopsOthers(loop: LoopSettings | undefined): boolean {
  return loop !== undefined && loop.parallel > 1 && loop.onError === 'stop';
}

/** The nodes and edges of a validated definition. Nodes start in this order. */
export interface ScheduleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}
