import type { FlowEdge } from '../definition.js';

export interface GraphNode {
  readonly id: string;
  readonly kind: string;
  readonly loop?: LoopSettings;
}

export interface LoopSettings {
  readonly parallel: number;
  readonly onError: 'stop' | 'continue';
}

export function stopsOthers(loop: LoopSettings | undefined): boolean {
  return loop !== undefined && loop.parallel > 1 && loop.onError === 'stop';
}

/** Nodes that become ready together start in this order. */
export interface ScheduleGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly FlowEdge[];
}
