import { CONTINUATION_EDGE } from '../../../../trajectory/graph/edge-types.js';
import type { TrajectoryEdge } from '../../../../trajectory/graph/trajectory-node.js';
import { pathDown, pathIntoList, pathToSide, pathToTop, type Stretch } from './edge-path.js';
import { getLeftSide, getRightSide, getTop } from './geometry.js';
import type { PlacedNode } from './layout-round.js';
import type { PlacedRound } from './stack-rounds.js';

/** Distance from the right, for edges that find no way between boxes. */
const LANE = 18;
const TURN_ABOVE_BOX = 18;
const ARRIVAL = 9;
/** Distance from a box's left, for edges to the list below. */
const RAIL = 11;

export interface DrawnEdge {
  edge: TrajectoryEdge;
  path: string;
  /**
   * A quiet edge is shown only while one end is selected: a bridge from data, or another use of listed data.
   */
  isQuiet: boolean;
}

interface End {
  place: PlacedNode;
  round: PlacedRound;
}

export function drawEdges(
  rounds: readonly PlacedRound[],
  edges: readonly TrajectoryEdge[],
  width: number,
): DrawnEdge[] {
  const ends = new Map(
    rounds.flatMap((round) => [...round.places].map(([id, place]) => [id, { place, round }] as const)),
  );
  return edges.flatMap((edge) => {
    const [source, target] = [ends.get(edge.from), ends.get(edge.to)];
    return source && target ? [draw(edge, { source, target, laneX: width - LANE })] : [];
  });
}

function draw(
  edge: TrajectoryEdge,
  { source, target, laneX }: { source: End; target: End; laneX: number },
): DrawnEdge {
  const { box } = target.place;
  if (target.place.under === edge.from) {
    const start = { x: source.place.box.x + RAIL, y: source.place.box.y + source.place.box.height };
    return { edge, path: pathIntoList(start, getLeftSide(box)), isQuiet: false };
  }
  if (target.place.under !== null) {
    const path = pathToSide(getRightSide(source.place.box), getRightSide(box), laneX);
    return { edge, path, isQuiet: true };
  }
  const isQuiet = edge.type === CONTINUATION_EDGE && source.place.under !== null;
  const stretches = stretchesBetween(edge, source, target);
  if (stretches && !isQuiet) return { edge, path: pathDown(stretches), isQuiet };
  const turnY = box.y - TURN_ABOVE_BOX;
  return { edge, path: pathToTop(getRightSide(source.place.box), getTop(box), { laneX, turnY }), isQuiet };
}

function stretchesBetween(edge: TrajectoryEdge, source: End, target: End): Stretch[] | undefined {
  const { exit, rankBottom } = source.place;
  const end = getTop(target.place.box);
  const arrival = { x: end.x, top: end.y - ARRIVAL, bottom: end.y };
  if (source.round === target.round) {
    const bends = source.round.layout.bends.get(edge) ?? [];
    const moved = bends.map(({ x, top, bottom }) => {
      const { corner } = source.round;
      return { x: x + corner.x, top: top + corner.y, bottom: bottom + corner.y };
    });
    return [{ x: exit.x, top: exit.y, bottom: rankBottom }, ...moved, arrival];
  }
  const isNext = target.round.index === source.round.index + 1;
  if (!isNext || !isFreeBelow(source)) return undefined;
  const below = source.round.corner.y + source.round.layout.height;
  return [{ x: exit.x, top: exit.y, bottom: below }, arrival];
}

function isFreeBelow({ place: { exit }, round: { places } }: End): boolean {
  return ![...places.values()].some(
    ({ box }) => box.y >= exit.y && box.x <= exit.x && exit.x <= box.x + box.width,
  );
}
