import { EdgeIndex } from '../graph/edge-index.js';
import { CONTINUATION_EDGE } from '../graph/edge-types.js';
import { isDataType } from '../graph/node-types.js';
import type { TrajectoryEdge } from '../graph/trajectory-node.js';
import type { TrajectoryView } from '../graph/trajectory-view.js';

export interface ActiveBranch {
  pointers: ReadonlySet<string>;
  nodes: ReadonlySet<string>;
  has(edge: TrajectoryEdge): boolean;
}

/** A round continues from its ends, even if other branches follow them. */
export function activeBranch({ nodes, edges, pointers, ends, root }: TrajectoryView): ActiveBranch {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const findRound = (id: string): number | undefined => byId.get(id)?.owner.round;
  const isData = (id: string): boolean => isDataType(byId.get(id)?.type ?? 'Query');
  const within = edges.filter(({ type }) => type !== CONTINUATION_EDGE);
  const bridges = edges.filter(({ type }) => type === CONTINUATION_EDGE);
  const known = ends && new Set(ends);
  const left = known
    ? bridgeEnds(known, { bridges, findRound })
    : bridges.filter(({ from }) => !isData(from));
  const index = new EdgeIndex([...within, ...left]);
  const ahead = index.reachableFrom(root === null ? [] : [root]);
  const active = new Set([...pointers, ...[...index.leadingTo(pointers)].filter((id) => ahead.has(id))]);
  const isLeft = (id: string): boolean => active.has(id) && known?.has(id) !== false;
  const taken = new Set([
    ...within.filter(({ from, to }) => active.has(from) && active.has(to)),
    ...bridges.filter(
      ({ from, to }) =>
        active.has(to) &&
        (isLeft(from) || (isData(from) && known !== undefined && index.predecessors(from).some(isLeft))),
    ),
  ]);
  return { pointers: new Set(pointers), nodes: active, has: (edge) => taken.has(edge) };
}

/** Bridges without nested loops, because a round may have thousands of ends and leaves. */
function bridgeEnds(
  ends: ReadonlySet<string>,
  {
    bridges,
    findRound,
  }: { bridges: readonly TrajectoryEdge[]; findRound: (id: string) => number | undefined },
): TrajectoryEdge[] {
  const next = new Map<number | undefined, Set<string>>();
  for (const { from, to } of bridges) {
    const round = findRound(from);
    next.set(round, (next.get(round) ?? new Set()).add(to));
  }
  return [...ends].flatMap((from) =>
    [...(next.get(findRound(from)) ?? [])].map((to) => ({ from, to, type: CONTINUATION_EDGE })),
  );
}
