import { itemIteration } from './iteration.js';
import type { ScheduleDraft } from './schedule-draft.js';
import type { PlannedNode } from './schedule-plan.js';
import type { OpenedLoop } from './schedule-state.js';
import type { ScopeDraft } from './scope-draft.js';

interface PlacedLoop {
  readonly node: PlannedNode;
  readonly scope: ScopeDraft;
}

export function openLoop(
  draft: ScheduleDraft,
  { node, scope, run, total }: PlacedLoop & { run: number; total: number },
): void {
  const items = node.items.length === 0 ? 0 : total;
  continueLoop(draft, { node, scope, loop: { kind: 'opened', run, total: items, next: 0, active: 0 } });
}

export function endItem(draft: ScheduleDraft, item: ScopeDraft): void {
  const node = draft.plan.get(item.loopId);
  const scope = draft.outerScope(item);
  const loop = scope?.node(item.loopId);
  if (!node || !scope || loop?.kind !== 'opened')
    throw new Error(
      `Item '${item.iteration}' has no open loop '${item.loopId}'; use the graph it was started with`,
    );
  draft.removeScope(item);
  const failure = loop.failure ?? (node.loop?.onError === 'continue' ? undefined : item.failure);
  continueLoop(draft, {
    node,
    scope,
    loop: { ...loop, active: loop.active - 1, failure },
  });
}

function continueLoop(draft: ScheduleDraft, { node, scope, loop }: PlacedLoop & { loop: OpenedLoop }): void {
  // A failure outside the loop stops it.
  const failure = loop.failure ?? draft.findHalt(scope);
  const free = (node.loop?.parallel ?? 1) - loop.active;
  const starting = failure ? 0 : Math.min(free, loop.total - loop.next);
  const active = loop.active + starting;
  if (active === 0) {
    draft.close({ nodeId: node.id, run: loop.run, failure }, scope);
    return;
  }
  scope.set(node.id, { ...loop, next: loop.next + starting, active });
  for (let index = loop.next; index < loop.next + starting; index++) startItem(draft, { node, scope, index });
}

function startItem(draft: ScheduleDraft, { node, scope, index }: PlacedLoop & { index: number }): void {
  const item = draft.addScope({ loopId: node.id, iteration: itemIteration(scope.iteration, index) });
  const first = new Set<PlannedNode>();
  for (const { to } of node.items) {
    const target = draft.plan.get(to);
    if (target && item.decide(target) === 'start') first.add(target);
  }
  draft.start(first, { scope: item, ...(index > 0 && { pausesFor: node.id }) });
}
