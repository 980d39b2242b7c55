/** Returns the name and the rest after each separator: providers and vendors precede it. */
export function namesWithin(name: string): string[] {
  const starts = [...name.matchAll(/[:/.]/g)].map((separator) => separator.index + 1);
  return [0, ...starts].map((start) => name.slice(start));
}
