/** Innermost first. For `3.0`: `3.0`, `3` and the empty one. */
export function outerIterations(iteration: string): readonly string[] {
  if (iteration === '') return [''];
  const parts = iteration.split('.');
  return [...parts.map((_, index) => parts.slice(0, parts.length - index).join('.')), ''];
}
