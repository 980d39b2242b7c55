import { moveBy, type Point } from './geometry.js';
import type { PlacedNode, RoundLayout } from './layout-round.js';

const HEADER_HEIGHT = 36;
/** From a header to the boxes, wide enough for bridges to turn in. */
const ABOVE_BOXES = 34;
const BELOW_BOXES = 24;
const BETWEEN_BANDS = 14;

/** A round placed as a band of the view: a header and below it the round's layout, centred. */
export interface PlacedRound {
  round: number;
  /** From 0, from top to bottom. */
  index: number;
  y: number;
  height: number;
  /** Where the round's own layout begins in the view. */
  corner: Point;
  layout: RoundLayout;
  /** Of the round's nodes, in the view. */
  places: ReadonlyMap<string, PlacedNode>;
}

/** Stacks rounds as bands of one width, each under the one before. */
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
