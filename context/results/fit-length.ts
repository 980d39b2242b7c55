/** Enough of the room: each further try would count the text again. */
export const USED_SHARE = 0.97;
/** Then bisects, because the token density of a text may vary. */
const PROPORTIONAL_TRIES = 4;

/** `count` must be monotonic. */
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
