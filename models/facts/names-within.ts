export function namesWithin(name: string): string[] {
  const starts = [...name.matchAll(/[:/.]/g)].map((separator) => separator.index + 1);
  return [0, ...starts].map((start) => name.slice(start));
}
