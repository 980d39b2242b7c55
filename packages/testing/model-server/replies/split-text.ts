/** Never splits a surrogate pair. */
export function splitText(text: string, pieces: number): readonly string[] {
  const points = Array.from(text);
  const size = Math.ceil(points.length / Math.max(1, Math.floor(pieces)));
  const parts: string[] = [];
  for (let from = 0; from < points.length; from += size) parts.push(points.slice(from, from + size).join(''));
  return parts;
}
