import type { TrajectoryView } from '../../../../trajectory/graph/trajectory-view.js';
import { activeBranch } from '../../../../trajectory/render/active-branch.js';
import { groupBy } from '../../../../protocol/group-by.js';
import { splitByRound } from '../../../../trajectory/render/split-by-round.js';
import { drawEdges, type DrawnEdge } from './draw-edges.js';
import { moveBy, type Rectangle, type Size } from './geometry.js';
import { layoutRound } from './layout-round.js';
import { stackRounds } from './stack-rounds.js';

const NARROWEST = 560;
const BESIDE_BOXES = 40;

export interface ViewLayout extends Size {
  bands: readonly BandLayout[];
  edges: readonly (DrawnEdge & { isActive: boolean })[];
}

export interface BandLayout {
  round: number;
  y: number;
  height: number;
  boxes: readonly BoxLayout[];
}

export interface BoxLayout {
  id: string;
  /** Measured from the view's left and the band's top. */
  box: Rectangle;
  isActive: boolean;
  isPointer: boolean;
}

/** Lays out each round in its own band, which keeps the cost linear. */
export function layoutView(view: TrajectoryView): ViewLayout {
  const roundOf = new Map(view.nodes.map((node) => [node.id, node.owner.round]));
  const inside = groupBy(
    view.edges.filter(({ from, to }) => roundOf.get(from) === roundOf.get(to)),
    ({ from }) => roundOf.get(from),
  );
  const layouts = splitByRound(view.nodes).map(({ round, nodes }) => ({
    round,
    layout: layoutRound(nodes, inside.get(round) ?? []),
  }));
  const width = Math.max(NARROWEST, ...layouts.map(({ layout }) => layout.width + 2 * BESIDE_BOXES));
  const rounds = stackRounds(layouts, width);
  const branch = activeBranch(view);
  const last = rounds.at(-1);
  return {
    width,
    height: last ? last.y + last.height : 1,
    bands: rounds.map(({ round, y, height, places }) => ({
      round,
      y,
      height,
      boxes: [...places].map(([id, { box }]) => ({
        id,
        box: moveBy(box, { x: 0, y: -y }),
        isActive: branch.nodes.has(id),
        isPointer: branch.pointers.has(id),
      })),
    })),
    edges: drawEdges(rounds, view.edges, width).map((drawn) => ({
      ...drawn,
      isActive: branch.has(drawn.edge),
    })),
  };
}
