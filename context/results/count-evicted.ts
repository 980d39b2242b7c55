/** Share of the room that stays in use when old results are evicted. */
const LOW_WATER = 0.6;

/**
 * Decides how many of the oldest results are evicted. `freed` lists the tokens that each would free, oldest first. None
 * is evicted while `total` fits the room; otherwise enough are to fit it, and more towards the low-water mark.
 *
 * Between these two counts it picks the one divisible by the largest power of two. The count then stays the same for
 * many steps, so the requests of these steps begin alike, without any state between them. Both bounds fall as the room
 * grows, and so does the pick: a larger window never evicts more.
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

/** The least number of results that free at least this many tokens; all of them if they free less. */
function countToFit(freed: readonly number[], needed: number): number {
  let tokens = 0;
  for (const [count, own] of freed.entries()) {
    if (tokens >= needed) return count;
    tokens += own;
  }
  return freed.length;
}
