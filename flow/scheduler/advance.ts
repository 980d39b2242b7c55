import type { ScheduleGraph } from './schedule-graph.js';
import { openLoop } from './run-loop.js';
import { ScheduleDraft } from './schedule-draft.js';
import type { ScheduleEvent } from './schedule-event.js';
import { planSchedule, type PlannedNode } from './schedule-plan.js';
import type { NodeState, ScheduleState } from './schedule-state.js';
import type { ScheduleStep } from './schedule-step.js';
import type { ScopeDraft } from './scope-draft.js';
import { settleNode } from './settle-node.js';

interface ReportedNode {
  readonly node: PlannedNode;
  readonly scope: ScopeDraft;
  readonly state: NodeState;
}

/** Ignores events after the end. Throws if an earlier event does not fit the state. */
export function advance(input: {
  readonly graph: ScheduleGraph;
  readonly state: ScheduleState;
  readonly event: ScheduleEvent;
}): ScheduleStep {
  const { graph, state, event } = input;
  if (state.ended) return { state, start: [], stop: [], close: [], ended: state.ended };
  const draft = new ScheduleDraft(planSchedule(graph, state.triggerId), state);
  takeIn(draft, event);
  return draft.toStep();
}

function takeIn(draft: ScheduleDraft, event: ScheduleEvent): void {
  const { node, scope, state } = findReported(draft, event);
  switch (event.kind) {
    case 'succeeded':
      if (!canSucceed(node, state)) throw new Error(misfit(event, 'cannot succeed now'));
      settleNode(draft, { node, scope, outcome: toSuccess(event.route) });
      return;
    case 'failed':
      if (state.kind !== 'running' && state.kind !== 'closing')
        throw new Error(misfit(event, 'cannot fail now'));
      settleNode(draft, { node, scope, outcome: { kind: 'failed' } });
      return;
    case 'loop-opened':
      if (!node.loop || state.kind !== 'running')
        throw new Error(misfit(event, 'is not a loop to be opened'));
      if (!Number.isSafeInteger(event.total) || event.total < 0)
        throw new Error(`${misfit(event, `has '${event.total}' items`)}, with a whole number of items`);
      openLoop(draft, { node, scope, run: state.run, total: event.total });
  }
}

function findReported(draft: ScheduleDraft, event: ScheduleEvent): ReportedNode {
  const node = draft.plan.get(event.nodeId);
  const scope = node && draft.scope({ loopId: node.ownerId, iteration: event.iteration });
  const state = scope?.node(event.nodeId);
  if (!node || !scope || !state) throw new Error(misfit(event, 'was not started'));
  return { node, scope, state };
}

/** A loop succeeds only once closed, and only if no item failed it. */
function canSucceed({ loop }: PlannedNode, state: NodeState): boolean {
  return loop ? state.kind === 'closing' && !state.failure : state.kind === 'running';
}

function toSuccess(route: string | null | undefined): NodeState & { kind: 'success' } {
  return { kind: 'success', ...(typeof route === 'string' && { route }) };
}

const SHOWN_CHARACTERS = 64;

function misfit({ kind, nodeId, iteration }: ScheduleEvent, problem: string): string {
  const node = `Node '${nodeId.slice(0, SHOWN_CHARACTERS)}'`;
  const place = `in iteration '${iteration.slice(0, SHOWN_CHARACTERS)}'`;
  return `${node} ${place} ${problem}; report '${kind}' once for each run that the schedule requested`;
}
