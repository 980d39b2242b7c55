const MAX_DISTANCE = 2;
const MAX_CHARACTERS = 32;
const MAX_WORDS = 50;

/** Returns a text such as ` (did you mean 'agent'?)`, or an empty one. */
export function suggestion(word: string, known: readonly string[]): string {
  if (word.length > MAX_CHARACTERS) return '';
  const candidates = known
    .slice(0, MAX_WORDS)
    .filter((name) => name.length <= MAX_CHARACTERS)
    // Fewer errors for short names: with two, a name of two letters would match anything.
    .map((name) => ({ name, distance: distance(word, name, Math.min(MAX_DISTANCE, name.length - 1)) }));
  const best = Math.min(...candidates.map((candidate) => candidate.distance));
  const nearest = candidates.find((candidate) => candidate.distance === best);
  return !nearest || best === Infinity ? '' : ` (did you mean '${nearest.name}'?)`;
}

/** Swapped neighbors count as one error. */
function distance(left: string, right: string, allowed: number): number {
  let same = 0;
  while (same < left.length && left[same] === right[same]) same++;
  const [one, other] = [left.slice(same), right.slice(same)];
  if (one === other) return 0;
  if (allowed <= 0) return Infinity;
  const rest = allowed - 1;
  const isSwap = one[0] === other[1] && one[1] === other[0];
  const ways = [
    distance(one.slice(1), other.slice(1), rest),
    distance(one.slice(1), other, rest),
    distance(one, other.slice(1), rest),
    ...(isSwap ? [distance(one.slice(2), other.slice(2), rest)] : []),
  ];
  return 1 + Math.min(...ways);
}
