import { Graph, layout } from '@dagrejs/dagre';
import type { TrajectoryEdge, TrajectoryNode } from '../../../../trajectory/graph/trajectory-node.js';
import { getBottom, moveBy, getTop, type Point, type Rectangle, type Size } from './geometry.js';
import { toBlocks, type Block } from './to-blocks.js';

const SPACING = { nodesep: 28, edgesep: 16, ranksep: 46 };
/** Distance from a block's right, for edges that pass its list. */
const BESIDE_LIST = 6;

export interface RoundLayout extends Size {
  places: ReadonlyMap<string, PlacedNode>;
  /** One straight stretch per layer that an edge passes. */
  bends: ReadonlyMap<TrajectoryEdge, readonly (Rank & { x: number })[]>;
}

export interface PlacedNode {
  box: Rectangle;
  under: string | null;
  /** Where edges leave: the middle of the box, or right of the data below it. */
  exit: Point;
  /** No box of the layer extends below this y. */
  rankBottom: number;
}

interface Rank {
  top: number;
  bottom: number;
}

/**
 * Uses dagre, which is synchronous, small and MIT. elkjs is asynchronous, has 1.5 MB, and is under EPL or
 * GPL.
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
  // dagre would put the first edge rightmost.
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

/** dagre positions a rectangle by its center. */
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

/** Every second inner point from dagre lies in a passed layer. */
function findBends(points: readonly Point[], passed: readonly Rank[]): (Rank & { x: number })[] {
  const inLayers = points.slice(1, -1).filter((_, index) => index % 2 === 1);
  return passed.flatMap((rank, index) => {
    const x = inLayers[index]?.x;
    return x === undefined ? [] : [{ ...rank, x }];
  });
}
