import { moveBy, type Point } from './geometry.js';
import type { PlacedNode, RoundLayout } from './layout-round.js';

const HEADER_HEIGHT = 36;
const ABOVE_BOXES = 34;
const BELOW_BOXES = 24;
const BETWEEN_BANDS = 14;

export interface PlacedRound {
  round: number;
  index: number;
  y: number;
  height: number;
  corner: Point;
  layout: RoundLayout;
  places: ReadonlyMap<string, PlacedNode>;
}

export function stackRounds(
  rounds: readonly { round: number; layout: RoundLayout }[],
  width: number,
): PlacedRound[] {
  let y = 0;
  return rounds.map(({ round, layout }, index) => {
    const height = HEADER_HEIGHT + ABOVE_BOXES + layout.height + BELOW_BOXES;
    const corner = { x: Math.round((width - layout.width) / 2), y: y + HEADER_HEIGHT + ABOVE_BOXES };
    const places = new Map([...layout.places].map(([id, place]) => [id, movePlace(place, corner)]));
    const placed = { round, index, y, height, corner, layout, places };
    y += height + BETWEEN_BANDS;
    return placed;
  });
}

function movePlace({ box, under, exit, rankBottom }: PlacedNode, by: Point): PlacedNode {
  return { box: moveBy(box, by), under, exit: moveBy(exit, by), rankBottom: rankBottom + by.y };
}
