import type { FlowEdge } from '../definition.js';
import type { ScheduleGraph, GraphNode } from './schedule-graph.js';
import { TOP } from './scope-key.js';
import { groupBy } from '../../protocol/group-by.js';

export interface PlannedNode {
  readonly id: string;
  readonly position: number;
  readonly loop?: GraphNode['loop'];
  readonly ownerId: string;
  readonly incoming: readonly FlowEdge[];
  readonly outgoing: readonly FlowEdge[];
  readonly items: readonly FlowEdge[];
}

export type SchedulePlan = ReadonlyMap<string, PlannedNode>;

const plans = new WeakMap<ScheduleGraph, Map<string, SchedulePlan>>();

/** Caches by graph object, so the graph must not change. */
export function planSchedule(graph: ScheduleGraph, triggerId: string): SchedulePlan {
  const known = plans.get(graph)?.get(triggerId);
  if (known) return known;
  const plan = makePlan(graph, triggerId);
  plans.set(graph, new Map([...(plans.get(graph) ?? []), [triggerId, plan]]));
  return plan;
}

function makePlan({ nodes, edges }: ScheduleGraph, triggerId: string): SchedulePlan {
  if (!nodes.some(({ id }) => id === triggerId))
    throw new Error(
      `Trigger '${triggerId.slice(0, 64)}' is not in the graph; start it with one of its nodes`,
    );
  const leaving = groupBy(edges, ({ from }) => from);
  const owners = findOwners(leaving, triggerId);
  const entering = groupBy(
    edges.filter(({ from, on }) => owners.has(from) && on !== 'next'),
    ({ to }) => to,
  );
  const plan = new Map<string, PlannedNode>();
  for (const [position, { id, loop }] of nodes.entries()) {
    const ownerId = owners.get(id);
    if (ownerId === undefined) continue;
    const own = leaving.get(id) ?? [];
    plan.set(id, {
      id,
      position,
      loop,
      ownerId,
      incoming: entering.get(id) ?? [],
      outgoing: own.filter(({ on }) => on !== 'item' && on !== 'next'),
      items: own.filter(({ on }) => on === 'item'),
    });
  }
  return plan;
}

/** `item` edges lead into a loop's body, only `next` edges out. */
function findOwners(
  leaving: ReadonlyMap<string, readonly FlowEdge[]>,
  triggerId: string,
): Map<string, string> {
  const owners = new Map<string, string>([[triggerId, TOP.loopId]]);
  // The loop also visits nodes that it adds.
  for (const [id, ownerId] of owners)
    for (const { to, on } of leaving.get(id) ?? [])
      if (on !== 'next' && !owners.has(to)) owners.set(to, on === 'item' ? id : ownerId);
  return owners;
}
