import type { LeftOut } from '../message/entries.js';

/** Never above a message's own tokens: what a repair added was never there. */
export function sumLeft(left: readonly LeftOut[], tokensOf: (index: number) => number): LeftOut[] {
  const sums: LeftOut[] = [];
  let room = 0;
  for (const { index, rule, tokens } of left.toSorted((one, other) => one.index - other.index)) {
    const last = sums.at(-1);
    if (last?.index !== index) room = tokensOf(index);
    const counted = Math.min(tokens, room);
    room -= counted;
    if (counted === 0) continue;
    const same = sums.findLast((sum) => sum.index !== index || sum.rule === rule);
    if (same?.index === index) same.tokens += counted;
    else sums.push({ index, rule, tokens: counted });
  }
  return sums;
}
