/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export type Random = () => number;

/** A linear congruential generator: the same texts on every machine, and good enough for texts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Any of these, each as likely. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** Any of these, the first ones far more often than the last: as words come in a language. */
export function pickFrequent<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() ** 3 * values.length)]!;
}
