import type { ScheduleGraph } from './schedule-graph.js';
import { planSchedule } from './schedule-plan.js';
import type { NodeState, ScheduleState } from './schedule-state.js';
import { scopeKey, TOP } from './scope-key.js';

export type ShownStatus = 'pending' | 'running' | 'success' | 'failed' | 'skipped';

export function nodeStatuses(graph: ScheduleGraph, state: ScheduleState): Record<ShownStatus, string[]> {
  const nodes = new Map(Object.entries(state.scopes[scopeKey(TOP)]?.nodes ?? {}));
  const statuses: Record<ShownStatus, string[]> = {
    pending: [],
    running: [],
    success: [],
    failed: [],
    skipped: [],
  };
  for (const { id, ownerId } of planSchedule(graph, state.triggerId).values())
    if (ownerId === TOP.loopId) statuses[toStatus(nodes.get(id))].push(id);
  return statuses;
}

function toStatus(state: NodeState | undefined): ShownStatus {
  if (!state) return 'pending';
  return state.kind === 'opened' || state.kind === 'closing' ? 'running' : state.kind;
}
