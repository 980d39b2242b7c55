export interface SeededRandom {
  /** A whole number from 0 and below `end`. */
  below(end: number): number;
  pick<Value>(values: readonly Value[]): Value;
  shuffled<Value>(values: readonly Value[]): Value[];
}

/** Uses mulberry32, which yields the same numbers on any machine. Not for secrets. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
  const take = <Value>(values: Value[], at: number): Value => {
    const [value] = values.splice(at, 1);
    if (value === undefined) throw new Error('Nothing to draw from');
    return value;
  };
  return {
    below,
    pick: (values) => take([...values], below(values.length)),
    shuffled: (values) => {
      const left = [...values];
      return values.map(() => take(left, below(left.length)));
    },
  };
}
