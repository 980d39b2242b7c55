export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rectangle extends Point, Size {}

export function moveBy<T extends Point>(place: T, { x, y }: Point): T {
  return { ...place, x: place.x + x, y: place.y + y };
}

export function getTop({ x, y, width }: Rectangle): Point {
  return { x: x + width / 2, y };
}

export function getBottom({ y, height }: Rectangle): number {
  return y + height;
}

export function getRightSide({ x, y, width, height }: Rectangle): Point {
  return { x: x + width, y: y + height / 2 };
}

export function getLeftSide({ x, y, height }: Rectangle): Point {
  return { x, y: y + height / 2 };
}
