import { advance } from './advance.js';
import type { ScheduleGraph } from './schedule-graph.js';
import type { ScheduleState } from './schedule-state.js';
import type { ScheduleStep } from './schedule-step.js';
import { startSchedule } from './start-schedule.js';

export interface FinishedNode {
  readonly nodeId: string;
  readonly route?: string | null | undefined;
  /** Follow the node's `error` edges. */
  readonly hasFailed?: boolean | undefined;
}

export interface SkippedRun extends FinishedNode {
  readonly run: number;
}

/** Starts a flow after these nodes, all outside loops. A loop among them does not repeat its body. */
export function skipFinished(
  graph: ScheduleGraph,
  { trigger, finished }: { trigger: string; finished: readonly FinishedNode[] },
): { state: ScheduleState; skipped: readonly SkippedRun[] } {
  const byId = new Map(finished.map((node) => [node.nodeId, node]));
  const loops = new Set(graph.nodes.filter(({ loop }) => loop).map(({ id }) => id));
  const skipped: SkippedRun[] = [];
  let step: ScheduleStep = startSchedule(graph, trigger);
  const started = [...step.start];
  // The loop also visits runs that it adds.
  for (const { nodeId, iteration, run } of started) {
    const node = byId.get(nodeId);
    if (!node || iteration !== '') continue;
    skipped.push({ ...node, run });
    const place = { nodeId, iteration };
    if (node.hasFailed === true) {
      step = advance({ graph, state: step.state, event: { kind: 'failed', ...place } });
      started.push(...step.start);
      continue;
    }
    if (loops.has(nodeId))
      step = advance({ graph, state: step.state, event: { kind: 'loop-opened', ...place, total: 0 } });
    const event = { kind: 'succeeded', ...place, ...(node.route != null && { route: node.route }) } as const;
    step = advance({ graph, state: step.state, event });
    started.push(...step.start);
  }
  return { state: step.state, skipped };
}
