/** Share of the room in use after an eviction. */
const LOW_WATER = 0.6;

/**
 * Picks, between what must go and the low-water mark, the count divisible by the largest power of two. It
 * stays the same for many steps, so prefixes stay cacheable without state, and a larger window never evicts
 * more.
 */
export function countEvicted(
  freed: readonly number[],
  { total, room }: { total: number; room: number },
): number {
  const least = countToFit(freed, total - room);
  const most = countToFit(freed, total - Math.floor(Math.max(0, room) * LOW_WATER));
  let unit = 1;
  while (unit * 2 <= most) unit *= 2;
  while (Math.floor(most / unit) * unit < least) unit /= 2;
  return least === 0 ? 0 : Math.floor(most / unit) * unit;
}

function countToFit(freed: readonly number[], needed: number): number {
  let tokens = 0;
  for (const [count, own] of freed.entries()) {
    if (tokens >= needed) return count;
    tokens += own;
  }
  return freed.length;
}
