import type { ScheduleGraph } from './schedule-graph.js';
import { ScheduleDraft } from './schedule-draft.js';
import { planSchedule } from './schedule-plan.js';
import type { ScheduleState } from './schedule-state.js';
import type { ScheduleStep } from './schedule-step.js';
import { scopeKey, TOP } from './scope-key.js';
import { settleNode } from './settle-node.js';

export function startSchedule(graph: ScheduleGraph, triggerId: string): ScheduleStep {
  const draft = new ScheduleDraft(planSchedule(graph, triggerId), blankState(triggerId));
  const node = draft.plan.get(triggerId);
  const scope = draft.scope(TOP);
  if (node && scope) settleNode(draft, { node, scope, outcome: { kind: 'success' } });
  return draft.toStep();
}

function blankState(triggerId: string): ScheduleState {
  return { triggerId, nextRun: 0, scopes: { [scopeKey(TOP)]: { ...TOP, nodes: {} } } };
}
