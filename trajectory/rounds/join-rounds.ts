import { bridgeRounds } from '../graph/bridge-rounds.js';
import { EdgeIndex } from '../graph/edge-index.js';
import { nodeId } from '../graph/node-id.js';
import { agentKey } from '../graph/owner.js';
import { TrajectoryError } from '../graph/trajectory-error.js';
import type { TrajectoryNode } from '../graph/trajectory-node.js';
import type { RoundSnapshot, TrajectoryView } from '../graph/trajectory-view.js';

export interface JoinedTrajectory extends TrajectoryView {
  readonly ends: readonly string[];
  readonly rounds: readonly number[];
}

/** Drops duplicates and rounds without a Query. */
export function joinRounds(rounds: readonly RoundSnapshot[]): JoinedTrajectory {
  checkSameAgent(rounds);
  const taken = new Set<string>();
  const inOrder = usable(rounds).map((round) => withFreeIds(round, taken));
  const nodes = inOrder.flatMap((round) => round.nodes);
  const edges = inOrder.flatMap((round) => round.edges);
  return {
    nodes,
    edges: [...edges, ...bridgeRounds(nodes, edges)],
    pointers: inOrder.at(-1)?.pointers ?? [],
    ends: inOrder.flatMap(findEnds),
    root: inOrder[0]?.start ?? null,
    rounds: inOrder.map((round) => round.owner.round),
  };
}

function checkSameAgent(rounds: readonly RoundSnapshot[]): void {
  const [agent, ...others] = new Set(rounds.map(({ owner }) => agentKey(owner)));
  if (others.length === 0) return;
  throw new TrajectoryError(
    `Rounds of ${[agent, ...others].join(' and ')} cannot be joined. Give rounds of one agent in one session.`,
  );
}

function usable(rounds: readonly RoundSnapshot[]): RoundSnapshot[] {
  const byRound = new Map<number, RoundSnapshot>();
  for (const round of rounds) {
    const hasQuery = round.nodes.some(({ id }) => id === round.start);
    if (hasQuery && !byRound.has(round.owner.round)) byRound.set(round.owner.round, round);
  }
  return [...byRound.values()].sort((one, other) => one.owner.round - other.owner.round);
}

/** If a round has no pointers, all its branches are active. */
function findEnds(round: RoundSnapshot): readonly string[] {
  return round.pointers.length > 0 ? round.pointers : findLeaves(round);
}

function findLeaves({ nodes, edges }: RoundSnapshot): string[] {
  const index = new EdgeIndex(edges);
  return nodes.filter(({ id }) => index.isLeaf(id)).map(({ id }) => id);
}

/** Renames ids that an earlier round uses, as if it was unreadable while this one was recorded. */
function withFreeIds(round: RoundSnapshot, taken: Set<string>): RoundSnapshot {
  const own = new Set(round.nodes.map(({ id }) => id));
  const renamed = new Map<string, TrajectoryNode>();
  for (const node of round.nodes) {
    if (taken.has(node.id))
      renamed.set(
        node.id,
        withFreeId(node, (id) => taken.has(id) || own.has(id)),
      );
    taken.add(renamed.get(node.id)?.id ?? node.id);
  }
  if (renamed.size === 0) return round;
  const toId = (id: string): string => renamed.get(id)?.id ?? id;
  return {
    ...round,
    nodes: round.nodes.map((node) => renamed.get(node.id) ?? node),
    edges: round.edges.map((edge) => ({ ...edge, from: toId(edge.from), to: toId(edge.to) })),
    pointers: round.pointers.map(toId),
    start: round.start === null ? null : toId(round.start),
  };
}

function withFreeId(node: TrajectoryNode, isTaken: (id: string) => boolean): TrajectoryNode {
  const name = [...node.label].slice(0, 150).join('');
  for (let copy = 1; ; copy += 1) {
    const label = `${name}@${node.owner.round}${copy === 1 ? '' : `.${copy}`}`;
    const id = nodeId(node.type, label);
    if (!isTaken(id)) return { ...node, id, label };
  }
}
