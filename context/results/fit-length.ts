/** Stops here, because each try counts the text again. */
export const USED_SHARE = 0.97;
/** Later tries bisect, for texts of varying token density. */
const PROPORTIONAL_TRIES = 4;

/** Needs a monotonic `count`. */
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
