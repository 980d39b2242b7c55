import type { FlowEdge } from '../definition.js';
import type { ScheduleGraph, GraphNode } from './schedule-graph.js';
import { TOP } from './scope-key.js';

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

/** Cached per graph object, which must not change. */
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
  const leaving = groupEdges(edges, 'from');
  const owners = findOwners(leaving, triggerId);
  const entering = groupEdges(
    edges.filter(({ from, on }) => owners.has(from) && on !== 'next'),
    'to',
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

/** An `item` edge leads into a body, only `next` leads out. */
function findOwners(
  leaving: ReadonlyMap<string, readonly FlowEdge[]>,
  triggerId: string,
): Map<string, string> {
  const owners = new Map<string, string>([[triggerId, TOP.loopId]]);
  // The map grows meanwhile.
  for (const [id, ownerId] of owners)
    for (const { to, on } of leaving.get(id) ?? [])
      if (on !== 'next' && !owners.has(to)) owners.set(to, on === 'item' ? id : ownerId);
  return owners;
}

function groupEdges(edges: readonly FlowEdge[], end: 'from' | 'to'): Map<string, FlowEdge[]> {
  const groups = new Map<string, FlowEdge[]>();
  for (const edge of edges) {
    const group = groups.get(edge[end]);
    if (!group) groups.set(edge[end], [edge]);
    else group.push(edge);
  }
  return groups;
}
