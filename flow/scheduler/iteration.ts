/** `outer` is the loop's own iteration. */
export function itemIteration(outer: string, index: number): string {
  return outer === '' ? `${index}` : `${outer}.${index}`;
}

export function outerIteration(iteration: string): string {
  return iteration.slice(0, Math.max(0, iteration.lastIndexOf('.')));
}
