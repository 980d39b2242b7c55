/** A length that uses this share of the room is good enough; each closer try counts again. */
const USED_SHARE = 0.97;
/** So many tries are by proportion; later ones halve the range, for texts that are dense in one place. */
const PROPORTIONAL_TRIES = 4;

/**
 * Finds a length from 0 to `most` whose count is within the room, close to the longest there is; 0 when none is. The
 * count must grow with the length; every length that is returned was counted.
 */
export function fitLength({
  most,
  room,
  count,
}: {
  most: number;
  room: number;
  count: (length: number) => number;
}): number {
  let fits = 0;
  let exceeds = most + 1;
  let next = most;
  for (let tries = 1; exceeds - fits > 1; tries += 1) {
    const tokens = count(next);
    if (tokens <= room) fits = next;
    else exceeds = next;
    if (fits === next && tokens >= room * USED_SHARE) break;
    const guess = Math.floor((next * room) / Math.max(1, tokens));
    const isBetween = guess > fits && guess < exceeds;
    next = tries < PROPORTIONAL_TRIES && isBetween ? guess : Math.floor((fits + exceeds) / 2);
  }
  return fits;
}
