import { stopsOthers } from './schedule-graph.js';
import { endItem } from './run-loop.js';
import type { ScheduleDraft } from './schedule-draft.js';
import type { PlannedNode } from './schedule-plan.js';
import type { SettledNode } from './schedule-state.js';
import type { ScopeDraft } from './scope-draft.js';
import { TOP } from './scope-key.js';

interface PlacedNode {
  readonly node: PlannedNode;
  readonly scope: ScopeDraft;
}

export function settleNode(
  draft: ScheduleDraft,
  { node, scope, outcome }: PlacedNode & { outcome: SettledNode },
): void {
  scope.set(node.id, outcome);
  const isHandled = node.outgoing.some(({ on }) => on === 'error');
  if (outcome.kind === 'failed' && !isHandled && !scope.failure) {
    const failure = { nodeId: node.id, iteration: scope.iteration };
    scope.fail(failure);
    if (stopsOthers(draft.plan.get(scope.loopId)?.loop)) draft.stopItems(scope, failure);
  }
  const isTop = scope.loopId === TOP.loopId;
  if (isTop && scope.failure) draft.end({ status: 'failed', ...scope.failure });
  if (!draft.findHalt(scope)) followEdges(draft, { node, scope });
  if (!scope.isIdle) return;
  if (!isTop) endItem(draft, scope);
  else if (!scope.failure) draft.end({ status: 'completed' });
}

function followEdges(draft: ScheduleDraft, { node, scope }: PlacedNode): void {
  const ready = new Set<PlannedNode>();
  const settled = [node];
  // The loop also visits nodes that it adds.
  for (const { outgoing } of settled)
    for (const { to } of outgoing) {
      const target = draft.plan.get(to);
      const decision = target && scope.decide(target);
      if (!target || decision === 'wait') continue;
      if (decision === 'start') ready.add(target);
      else {
        scope.set(target.id, { kind: 'skipped' });
        settled.push(target);
      }
    }
  draft.start(ready, { scope });
}
