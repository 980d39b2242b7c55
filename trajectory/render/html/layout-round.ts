import { Graph, layout } from '@dagrejs/dagre';
import type { TrajectoryEdge, TrajectoryNode } from '../../graph/trajectory-node.js';
import { getBottom, moveBy, getTop, type Point, type Rectangle, type Size } from './geometry.js';
import { toBlocks, type Block } from './to-blocks.js';

const SPACING = { nodesep: 28, edgesep: 16, ranksep: 46 };
/** Distance from a block's right side to where edges pass the list in it. */
const BESIDE_LIST = 6;

export interface RoundLayout extends Size {
  places: ReadonlyMap<string, PlacedNode>;
  /** The bends of edges to other blocks: for each layer that an edge passes a straight stretch between the boxes. */
  bends: ReadonlyMap<TrajectoryEdge, readonly (Rank & { x: number })[]>;
}

export interface PlacedNode {
  box: Rectangle;
  /** Id of the node in whose list it is; null for a block's head. */
  under: string | null;
  /** The point where edges leave it downwards: in the middle, or right of the data below it. */
  exit: Point;
  /** The y below which its layer has no box. */
  rankBottom: number;
}

/** A layer of blocks: from their common top to the bottom of the tallest. */
interface Rank {
  top: number;
  bottom: number;
}

/**
 * Places one round's nodes in layers from top to bottom, beginning at (0, 0); its edges must lie within it. The layout is
 * dagre's, which is synchronous, small and MIT; elkjs is asynchronous, 1.5 MB of compiled Java, and under EPL or GPL.
 */
export function layoutRound(nodes: readonly TrajectoryNode[], edges: readonly TrajectoryEdge[]): RoundLayout {
  const blocks = toBlocks(nodes, edges);
  const heads = new Set(blocks.map(({ members: [head] }) => head?.id));
  const keys = new Map(blocks.flatMap(({ key, members }) => members.map(({ id }) => [id, key] as const)));
  const ends = ({ from, to }: TrajectoryEdge) => [keys.get(from) ?? '', keys.get(to) ?? ''] as const;
  const between = edges.filter(({ to }) => heads.has(to));

  const graph = new Graph<object, Rectangle, { points?: Point[] }>();
  graph.setGraph({ rankdir: 'TB', rankalign: 'top', ...SPACING });
  for (const { key, width, height } of blocks) graph.setNode(key, { x: 0, y: 0, width, height });
  // dagre lays what comes first to the right.
  for (const edge of between.toReversed()) graph.setEdge(...ends(edge), {});
  layout(graph);

  const frames = new Map(blocks.map((block) => [block, toFrame(graph.node(block.key))]));
  const ranks = toRanks([...frames.values()]);
  const places = new Map([...frames].flatMap(([block, frame]) => placeMembers(block, frame, ranks)));
  const bends = new Map(
    between.map((edge) => {
      const [top, last] = [places.get(edge.from)?.box.y ?? 0, places.get(edge.to)?.box.y ?? 0];
      const passed = ranks.filter((rank) => rank.top > top && rank.top < last);
      return [edge, findBends(graph.edge(...ends(edge)).points ?? [], passed)];
    }),
  );
  const turns = [...bends.values()].flatMap((stretches) => stretches.map(({ x }) => x));
  return {
    places,
    bends,
    width: Math.max(0, ...[...frames.values()].map(({ x, width }) => x + width), ...turns),
    height: Math.max(0, ...ranks.map(({ bottom }) => bottom)),
  };
}

/** Makes a rectangle of the centre that dagre places. */
function toFrame({ x, y, width, height }: Rectangle): Rectangle {
  return { x: Math.round(x - width / 2), y: Math.round(y - height / 2), width, height };
}

function toRanks(frames: readonly Rectangle[]): Rank[] {
  const bottoms = new Map<number, number>();
  for (const frame of frames) bottoms.set(frame.y, Math.max(bottoms.get(frame.y) ?? 0, getBottom(frame)));
  return [...bottoms].map(([top, bottom]) => ({ top, bottom })).sort((one, other) => one.top - other.top);
}

function placeMembers(block: Block, frame: Rectangle, ranks: readonly Rank[]): [string, PlacedNode][] {
  const rankBottom = ranks.find(({ top }) => top === frame.y)?.bottom ?? getBottom(frame);
  const beside = frame.x + frame.width - BESIDE_LIST;
  return block.members.map(({ id, under, box }) => {
    const placed = moveBy(box, frame);
    const isAlone = block.members.length === 1;
    const exit = { x: isAlone ? getTop(placed).x : beside, y: getBottom(placed) };
    return [id, { box: placed, under, exit, rankBottom }];
  });
}

/** Finds an edge's bends: of dagre's points between its ends the odd ones lie in the layers that it passes. */
function findBends(points: readonly Point[], passed: readonly Rank[]): (Rank & { x: number })[] {
  const inLayers = points.slice(1, -1).filter((_, index) => index % 2 === 1);
  return passed.flatMap((rank, index) => {
    const x = inLayers[index]?.x;
    return x === undefined ? [] : [{ ...rank, x }];
  });
}
