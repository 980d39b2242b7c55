import type { Point } from './geometry.js';

const CORNER = 10;

export interface Stretch {
  x: number;
  top: number;
  bottom: number;
}

export function pathDown([first, ...rest]: readonly Stretch[]): string {
  if (!first) return '';
  let from = first;
  const parts = rest.map((to) => {
    const middle = (from.bottom + to.top) / 2;
    const part = `V${round(from.bottom)}C${at(from.x, middle)} ${at(to.x, middle)} ${at(to.x, to.top)}`;
    from = to;
    return part;
  });
  return `M${at(first.x, first.top)}${parts.join('')}V${round(from.bottom)}`;
}

export function pathIntoList(start: Point, end: Point): string {
  return `M${at(start.x, start.y)}V${round(end.y - CORNER)}Q${at(start.x, end.y)} ${at(end.x, end.y)}`;
}

export function pathToSide(start: Point, end: Point, laneX: number): string {
  const turn = end.y < start.y ? -CORNER : CORNER;
  return [
    `M${at(start.x, start.y)}H${round(laneX - CORNER)}`,
    `Q${at(laneX, start.y)} ${at(laneX, start.y + turn)}`,
    `V${round(end.y - turn)}`,
    `Q${at(laneX, end.y)} ${at(laneX - CORNER, end.y)}`,
    `H${round(end.x)}`,
  ].join('');
}

export function pathToTop(
  start: Point,
  end: Point,
  { laneX, turnY }: { laneX: number; turnY: number },
): string {
  return [
    `M${at(start.x, start.y)}H${round(laneX - CORNER)}`,
    `Q${at(laneX, start.y)} ${at(laneX, start.y + CORNER)}`,
    `V${round(turnY - CORNER)}`,
    `Q${at(laneX, turnY)} ${at(laneX - CORNER, turnY)}`,
    `H${round(end.x + CORNER)}`,
    `Q${at(end.x, turnY)} ${at(end.x, end.y)}`,
  ].join('');
}

function at(x: number, y: number): string {
  return `${round(x)},${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
