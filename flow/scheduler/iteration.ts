/** The iteration of a loop's item, from the iteration that the loop itself runs in. */
export function itemIteration(outer: string, index: number): string {
  return outer === '' ? `${index}` : `${outer}.${index}`;
}

/** The iteration that the loop of this item runs in. */
export function outerIteration(iteration: string): string {
  return iteration.slice(0, Math.max(0, iteration.lastIndexOf('.')));
}
